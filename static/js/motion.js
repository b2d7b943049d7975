// How a table moves from one step to the next: what stands before and after glides, what is hit flashes, what is gone
// falls out of sight.
(function () {
  "use strict";

  const GLIDE = 600; // milliseconds
  const STEP = 800; // and so many more for each letter to be read
  const LETTER = 15;
  const LONGEST = 2600;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");

  const boardOf = (box) => box?.querySelector("svg.board");

  function placesOf(board) {
    const found = new Map();
    for (const thing of board?.querySelectorAll("g[data-key]") ?? []) {
      found.set(thing.dataset.key, {
        thing,
        box: thing.getBoundingClientRect(),
        look: thing.getAttribute("class"),
      });
    }
    return found;
  }

  const lasting = (look) => look.replace(/ ?\bmoved\b/, ""); // whose turn it was is no hit

  function ghost(thing, board) {
    const copy = thing.cloneNode(true);
    copy.removeAttribute("data-key");
    copy.setAttribute("aria-hidden", "true");
    board.append(copy);
    return copy;
  }

  function away(thing, animation) {
    const gone = () => thing.remove();
    animation.finished.then(gone, gone);
  }

  function move(from, board, pace = 1) {
    if (still.matches || !board || !from.size) return;
    const duration = GLIDE / pace;
    const scale = board.viewBox.baseVal.width / board.getBoundingClientRect().width;
    const to = placesOf(board);
    for (const [key, now] of to) {
      const before = from.get(key);
      if (!before) {
        now.thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
        continue;
      }
      const dx = (before.box.left - now.box.left) * scale;
      const dy = (before.box.top - now.box.top) * scale;
      if (Math.abs(dx) + Math.abs(dy) >= 2) {
        const frames = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
        now.thing.animate(frames, { duration, easing: "cubic-bezier(.3,.1,.2,1)" });
      }
      if (lasting(before.look) !== lasting(now.look)) {
        const flash = [{ opacity: 1 }, { opacity: 0.25 }, { opacity: 1 }];
        now.thing.animate(flash, { duration: duration * 0.43, iterations: 2 });
      }
    }
    for (const [key, before] of from) {
      if (to.has(key)) continue;
      const falling = ghost(before.thing, board);
      const frames = [
        { opacity: 1, transform: "none" },
        { opacity: 0, transform: "translateY(60px)" },
      ];
      away(falling, falling.animate(frames, { duration, easing: "ease-in", fill: "forwards" }));
    }
  }

  function put(box, board, pace) {
    const old = boardOf(box);
    if (!old || old === board) return;
    const from = placesOf(old);
    old.replaceWith(board);
    move(from, board, pace);
  }

  const reading = (words) => Math.min(STEP + LETTER * words.length, LONGEST);

  window.motion = { still, boardOf, placesOf, move, put, away, reading, GLIDE };
})();
