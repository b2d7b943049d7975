// Niceties over the orders: whoever is put into one cockpit changes places with the pilot who sat there before, a
// unit's line says what is ticked, and what stands open stays open when the choices are drawn anew.
(function () {
  "use strict";

  const PILOTS = "input[type=radio][name$='_pilot'], input[type=radio][name*='-crews-']";
  const sits = new Map();

  function ticked(name) {
    return document.querySelector(`input[name="${CSS.escape(name)}"]:checked`);
  }

  function called(input) {
    const label = input.closest("label");
    return (label.querySelector(".row-name") ?? label).textContent.trim();
  }

  function tell(input) {
    for (const place of document.querySelectorAll(`[data-shows="${CSS.escape(input.name)}"]`)) {
      place.textContent = called(input);
    }
  }

  function note() {
    sits.clear();
    for (const input of document.querySelectorAll(PILOTS)) if (input.checked) sits.set(input.name, input.value);
  }

  function changePlaces(input) {
    const before = sits.get(input.name);
    for (const [name, value] of sits) {
      if (name === input.name || !input.value || value !== input.value) continue;
      const seats = [...document.querySelectorAll(`input[name="${CSS.escape(name)}"]`)];
      const other = seats.find((each) => each.value === before) ?? seats.find((each) => each.value === "");
      if (other) {
        other.checked = true;
        tell(other);
      }
    }
    note();
  }

  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.type !== "radio") return;
    if (input.matches(PILOTS)) changePlaces(input);
    tell(input);
  });

  let open = [];

  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("#orders details[open]")].map(nameOf);
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const each of document.querySelectorAll("#orders details")) if (open.includes(nameOf(each))) each.open = true;
    note();
  });

  function nameOf(details) {
    return details.id || details.querySelector("[data-shows]")?.dataset.shows || details.className;
  }

  note();
})();
