// A nicety over the replay's links: arrow keys step, and the slider goes as soon as it is let go.
(function () {
  "use strict";

  const KEYS = { ArrowLeft: "prev", ArrowRight: "next" };

  document.addEventListener("keydown", (event) => {
    const rel = KEYS[event.key];
    if (!rel || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const link = document.querySelector(`#replay .pager a[rel="${rel}"]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.matches(".slider input")) {
      event.target.form.requestSubmit();
    }
  });

  document.documentElement.classList.add("scripted");
})();
