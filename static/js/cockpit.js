// Over the links and buttons of the cockpit: picking without the server, keys, and what is new by itself.
(function () {
  "use strict";

  const ASK_EVERY = 1000;
  const ASK_HIDDEN = 15000;
  const cockpit = () => document.getElementById("cockpit");
  const picks = { card: "", at: "" };

  // Picking: a card, a thing on the table, or both; what is left stands as buttons.

  const buttons = () => [...document.querySelectorAll("#cockpit .choices button[name=action]")];
  const fits = (button) =>
    (!picks.card || button.dataset.card === picks.card) && (!picks.at || button.dataset.at === picks.at);

  function mark(thing, isPicked) {
    if (isPicked) thing.setAttribute("aria-current", "true");
    else thing.removeAttribute("aria-current");
  }

  function show() {
    const all = buttons();
    if (!all.length) return;
    const isNarrow = picks.card || picks.at || all.length <= 6;
    for (const button of all) {
      const isDirect = button.matches(".plain, .grave") || !(button.dataset.card || button.dataset.at);
      button.hidden = !(isDirect || (isNarrow && fits(button)));
    }
    for (const heading of document.querySelectorAll("#cockpit .choice-group h3")) {
      heading.hidden = !heading.parentElement.querySelector("button:not([hidden])");
    }
    const chosen = all.filter((button) => button.dataset.card || button.dataset.at);
    for (const card of document.querySelectorAll("#cockpit a.play-card[data-card]")) {
      const key = card.dataset.card;
      mark(card, key === picks.card);
      card.classList.toggle(
        "lit",
        chosen.some((button) => button.dataset.card === key && (!picks.at || button.dataset.at === picks.at)),
      );
    }
    for (const spot of document.querySelectorAll("#cockpit a.spot")) {
      const key = spot.dataset.at;
      mark(spot, key === picks.at);
      spot.classList.toggle(
        "out",
        !chosen.some((button) => button.dataset.at === key && (!picks.card || button.dataset.card === picks.card)),
      );
    }
    document.querySelector("#cockpit .cockpit-hint")?.toggleAttribute("hidden", Boolean(picks.card || picks.at));
    number();
  }

  function number() {
    let count = 0;
    let zero = false;
    for (const button of buttons()) {
      button.querySelector("kbd")?.remove();
      delete button.dataset.key;
      const isPlain = button.classList.contains("plain") && !zero;
      if (button.hidden || button.classList.contains("grave") || (!isPlain && count > 8)) continue;
      if (isPlain) zero = true;
      else count += 1;
      button.dataset.key = isPlain ? "0" : String(count);
      const key = document.createElement("kbd");
      key.textContent = button.dataset.key;
      key.setAttribute("aria-hidden", "true");
      button.prepend(key);
    }
  }

  function unpick() {
    picks.card = "";
    picks.at = "";
    show();
  }

  function pick(kind, key) {
    const again = picks[kind] === key;
    const other = kind === "card" ? "at" : "card";
    const before = { ...picks };
    picks[kind] = key;
    let left = buttons().filter((button) => (button.dataset.card || button.dataset.at) && fits(button));
    if (!left.length && before[other]) {
      picks[other] = "";
      left = buttons().filter((button) => button.dataset[kind] === key);
    }
    if (!left.length) {
      Object.assign(picks, before);
      return false; // the server says why not
    }
    if (left.length === 1 && (again || before[other])) {
      left[0].click();
      return true;
    }
    if (again) picks[kind] = "";
    show();
    return true;
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey) return;
    const picked = event.target.closest("#cockpit a.play-card[data-card], #cockpit a.spot");
    if (picked) {
      event.preventDefault();
      const kind = picked.classList.contains("spot") ? "at" : "card";
      if (!pick(kind, picked.dataset[kind])) ask(`?${kind}=${encodeURIComponent(picked.dataset[kind])}`);
      return;
    }
    const asked = event.target.closest("#cockpit [data-ask]");
    if (asked) {
      event.preventDefault();
      ask(asked.dataset.ask);
    }
  });

  function ask(query) {
    window.htmx.ajax("GET", cockpit().dataset.url + query, { target: "#cockpit", swap: "outerHTML" });
  }

  // Keys: 1 to 9 the buttons, 0 the plain one, letters the cards, arrows go along what is lit on the table, Escape lets
  // go, Backspace takes back.

  function step(by) {
    const spots = [...document.querySelectorAll("#cockpit a.spot:not(.out)")].filter((each) => each.getClientRects().length);
    const here = spots.indexOf(document.activeElement);
    const next = here < 0 && by < 0 ? -1 : here + by;
    spots.at(next % spots.length)?.focus();
    return spots.length > 0;
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !cockpit()) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape") return unpick();
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const scrolls = event.shiftKey || (event.target instanceof Element && event.target.matches(".board-scroll"));
      if (!scrolls && step(event.key === "ArrowRight" ? 1 : -1)) event.preventDefault();
      return;
    }
    if (event.repeat) return; // a key that is held down decides once
    if (event.key === "?") return document.querySelector('#cockpit [data-ask="?hint=1"]')?.click();
    if (event.key === "Backspace") {
      const back = document.querySelector("#cockpit [data-take-back]");
      if (back) {
        event.preventDefault();
        back.click();
      }
      return;
    }
    if (/^[0-9]$/.test(event.key)) {
      const button = buttons().find((each) => !each.hidden && each.dataset.key === event.key);
      if (button) {
        event.preventDefault();
        button.click();
      }
      return;
    }
    if (/^[a-z]$/.test(event.key)) {
      const cards = document.querySelectorAll("#cockpit .own-hand.decides a.play-card");
      const card = cards[event.key.charCodeAt(0) - 97];
      if (card) {
        event.preventDefault();
        card.click();
        card.focus();
      }
    }
  });

  // What is picked belongs to the page as it was; what is picked on the new one before it has settled stays.
  // What is unfolded stays so when another's move comes in; a form that is sent folds its own part.
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.shouldSwap || event.detail.target.id !== "cockpit") return;
    picks.card = "";
    picks.at = "";
    const sent = event.detail.requestConfig.elt;
    unfolded = [...document.querySelectorAll("#cockpit details[id][open]")].filter((each) => !each.contains(sent));
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const { id } of unfolded) document.getElementById(id)?.setAttribute("open", "");
    unfolded = [];
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!cockpit()) return;
    document.title = document.title.replace(/^Your turn · /, "");
    if (cockpit().classList.contains("mine")) document.title = `Your turn · ${document.title}`;
    show();
  });
  document.addEventListener("cockpit:table-is-back", show);

  // What is new: a name of the page is asked for now and then; another name fetches the page.

  let timer = 0;

  async function look() {
    const here = cockpit();
    if (here && "live" in here.dataset) {
      try {
        const answer = await fetch(here.dataset.news, {
          headers: { "If-None-Match": `"${here.dataset.seen}"` },
          cache: "no-store",
        });
        const isNews = answer.status === 200 && answer.headers.get("ETag") !== `"${cockpit().dataset.seen}"`;
        if (isNews && !document.querySelector(".htmx-request:not(#table-odds)")) ask(""); // else the answer that comes is as new
        here.classList.toggle("offline", answer.status !== 200 && answer.status !== 304);
      } catch {
        here.classList.add("offline");
      }
    }
    plan();
  }

  function plan() {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, document.hidden ? ASK_HIDDEN : ASK_EVERY);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? plan() : look()));
  document.documentElement.classList.add("scripted");
  const query = new URLSearchParams(window.location.search);
  picks.card = query.get("card") || "";
  picks.at = query.get("at") || "";
  if (!document.querySelector("#cockpit .notice.warning")) show();
  plan();
})();
