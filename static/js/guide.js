// Captions of a guided game. One that has been closed stays closed while its page is replaced by its successor, and when
// it is loaded again. Where there is little room one is open at a time, and the next opens as it is closed.
(function () {
  "use strict";

  const NAME = "closed captions";
  const closed = new Set(JSON.parse(window.sessionStorage.getItem(NAME) || "[]"));
  const narrow = window.matchMedia("(max-width: 63.99rem)");
  const lessons = () => [...document.querySelectorAll("#cockpit [data-lesson]")];
  const isNew = (lesson) => !closed.has(lesson.dataset.lesson);

  function arrange() {
    const first = lessons().find(isNew);
    for (const lesson of lessons()) lesson.open = narrow.matches ? lesson === first : isNew(lesson);
  }

  document.addEventListener("click", (event) => {
    const summary = event.target instanceof Element && event.target.closest("#cockpit [data-lesson] > summary");
    if (!summary) return;
    event.preventDefault();
    const picked = summary.parentElement;
    if (picked.open) {
      closed.add(picked.dataset.lesson);
      arrange();
    } else {
      closed.delete(picked.dataset.lesson);
      for (const lesson of lessons()) lesson.open = lesson === picked || (lesson.open && !narrow.matches);
    }
    window.sessionStorage.setItem(NAME, JSON.stringify([...closed]));
  });
  document.addEventListener("htmx:afterSettle", arrange);
  arrange();
})();
