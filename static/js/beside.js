// The text beside a page of the pack builder: shown at the lines that the page writes, kept as soon as it is left.
(function () {
  "use strict";

  const text = () => document.getElementById("beside-text");

  function show() {
    const area = text();
    if (!area) return;
    const height = parseFloat(getComputedStyle(area).lineHeight);
    area.scrollTop = Math.max(0, (Number(area.dataset.line) - 2) * height);
  }

  document.addEventListener("change", (event) => {
    if (event.target === text()) event.target.form.requestSubmit();
  });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id === "beside") show();
  });
  show();
})();
