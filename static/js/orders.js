// A nicety over the orders: whoever is put into one cockpit changes places with the pilot who sat there before.
(function () {
  "use strict";

  const PILOTS = "select[name$='_pilot'], select[name*='-crews-']";
  const before = new WeakMap();

  document.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLSelectElement && event.target.matches(PILOTS)) {
      before.set(event.target, event.target.value);
    }
  });

  document.addEventListener("change", (event) => {
    const seat = event.target;
    if (!(seat instanceof HTMLSelectElement) || !seat.matches(PILOTS)) return;
    for (const other of document.querySelectorAll(PILOTS)) {
      if (other !== seat && seat.value && other.value === seat.value) {
        const old = before.get(seat) ?? "";
        other.value = [...other.options].some((option) => option.value === old) ? old : "";
      }
    }
    before.set(seat, seat.value);
  });
})();
