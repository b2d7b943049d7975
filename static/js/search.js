// The key "/" leads to the search field; where the page has none in view, to the page of the search.
(function () {
  "use strict";

  const WRITES = "input, textarea, select, [contenteditable]";

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(WRITES)) return;
    const field = [...document.querySelectorAll("[data-search]")].find((each) => each.offsetParent !== null);
    const link = document.querySelector("[data-search-page]");
    if (!field && !link) return;
    event.preventDefault();
    if (field) {
      field.focus();
      field.select();
    } else {
      location.assign(link.href);
    }
  });
})();
