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

  // A board that is wider than the screen stays where it was scrolled to; at first it shows who has just moved, and
  // otherwise its left edge with the names of the rows.
  let left = null;

  function place() {
    const board = document.querySelector("#replay .board-scroll");
    if (!board) return;
    const moved = board.querySelector(".moved");
    if (left !== null) {
      board.scrollLeft = left;
    } else if (moved) {
      const seen = board.getBoundingClientRect();
      const there = moved.getBoundingClientRect();
      if (there.left < seen.left || there.right > seen.right) {
        board.scrollLeft += there.left + there.width / 2 - (seen.left + seen.width / 2);
      }
    }
  }

  document.addEventListener("htmx:beforeSwap", () => {
    const board = document.querySelector("#replay .board-scroll");
    left = board && board.scrollLeft;
  });
  document.addEventListener("htmx:afterSettle", place);
  place();

  document.documentElement.classList.add("scripted");
})();
