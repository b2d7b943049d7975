// Keeps the words of a countdown up to date. Without it they stand as they were when the page was made.
(function () {
  "use strict";

  const UNITS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

  function howLong(seconds) {
    for (const [unit, size] of UNITS) {
      if (seconds >= 2 * size || size === 60) {
        const count = Math.max(1, Math.round(seconds / size));
        return `in ${count} ${unit}${count > 1 ? "s" : ""}`;
      }
    }
    return "";
  }

  function tick() {
    for (const each of document.querySelectorAll("[data-countdown]")) {
      const left = (Date.parse(each.dataset.countdown) - Date.now()) / 1000;
      const words = left > 0 ? howLong(left) : "now";
      if (each.textContent !== words) each.textContent = words;
    }
  }

  setInterval(tick, 10000);
})();
