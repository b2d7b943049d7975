// Keys of one letter, digit or sign act unless whoever sits here has turned them off: for who dictates, or whose hand slips.
(function () {
  "use strict";

  const OFF = "single-keys-are-off";
  const isOff = () => window.localStorage.getItem(OFF) !== null;

  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key.length === 1 && event.key !== " " && isOff()) event.stopImmediatePropagation();
    },
    true,
  );

  document.addEventListener("DOMContentLoaded", () => {
    const line = document.querySelector("[data-key-switch]");
    const box = line.querySelector("input");
    box.checked = !isOff();
    line.hidden = false;
    box.addEventListener("change", () => {
      if (box.checked) window.localStorage.removeItem(OFF);
      else window.localStorage.setItem(OFF, "");
    });
  });
})();
