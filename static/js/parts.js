// Parts of a page that open: on a wide screen and on paper all stand open, and so does what an address points into.
// It is not deferred, so that nothing jumps after it has been shown. Without it they are opened by hand.
(function () {
  "use strict";

  function open() {
    for (const part of document.querySelectorAll("details.part")) part.open = true;
  }

  function reveal() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    target.scrollIntoView();
  }

  if (matchMedia("(min-width: 56rem)").matches) open();
  reveal();
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", open);
})();
