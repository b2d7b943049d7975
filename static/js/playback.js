// What has happened on the table of a cockpit: one step glides, several are played one after the other.
(function () {
  "use strict";

  const MANY = 8; // steps; of more each is shorter
  const { still, boardOf, placesOf, move, put, reading } = window.motion;
  const cockpit = () => document.getElementById("cockpit");
  const boxShown = () => [...document.querySelectorAll("#cockpit .board-scroll")].find((box) => box.offsetParent);
  const entries = () => [...document.querySelectorAll("#cockpit [data-entry]")].map((entry) => entry.dataset.entry);

  // Several: the tables in between are fetched, and stand in the table's place one after the other.

  let playing = null;

  function stop() {
    if (!playing) return;
    const { box, live, bar, timer } = playing;
    playing = null;
    window.clearTimeout(timer);
    bar.remove();
    box.classList.remove("playing");
    if (box.isConnected) put(box, live);
    document.dispatchEvent(new Event("cockpit:table-is-back"));
  }

  function barOver(box) {
    const bar = document.createElement("p");
    bar.className = "playback-bar";
    const count = document.createElement("b");
    const words = document.createElement("span");
    const skip = document.createElement("button");
    skip.type = "button";
    skip.className = "btn small";
    skip.textContent = "Skip";
    skip.addEventListener("click", stop);
    bar.append(count, words, skip);
    box.after(bar);
    return bar;
  }

  async function fetched(since, box) {
    const query = new URLSearchParams({ since, on: box.classList.contains("narrow") ? "narrow" : "wide" });
    const answer = await fetch(`${cockpit().dataset.playback}?${query}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) return [];
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [...page.querySelectorAll(".played-steps > li")]
      .map((step) => ({
        words: [...step.querySelectorAll(".played-words p")].map((line) => line.textContent.trim()).join(" "),
        board: boardOf(step),
      }))
      .filter((step) => step.board);
  }

  async function play(since, first) {
    stop();
    const box = boxShown();
    const live = boardOf(box);
    if (!live || still.matches) return;
    const mine = { box, live, bar: barOver(box), timer: 0 };
    playing = mine;
    box.classList.add("playing");
    mine.bar.hidden = true;
    if (first) {
      for (const spot of first.querySelectorAll("a.spot")) spot.remove();
      live.replaceWith(first);
    }
    let steps = [];
    try {
      steps = await fetched(since, box);
    } catch {
      steps = [];
    }
    if (playing !== mine) return;
    if (steps.length < 2) return stop();
    mine.bar.hidden = false;
    const haste = steps.length > MANY ? 0.6 : 1;
    let number = 0;
    const next = () => {
      if (playing !== mine) return;
      if (number === steps.length) return stop();
      const step = steps[number];
      put(box, document.importNode(step.board, true));
      mine.bar.querySelector("b").textContent = `${number} of ${steps.length - 1}`;
      mine.bar.querySelector("span").textContent = step.words;
      number += 1;
      mine.timer = window.setTimeout(next, haste * reading(number === 1 ? "" : step.words));
    };
    next();
  }

  // What the person has seen last, on this page and, when he comes back, on the one that he left.

  const memory = () => `seen ${cockpit().dataset.news}`;

  function keep() {
    try {
      const newest = entries()[0];
      if (newest) window.localStorage.setItem(memory(), newest);
    } catch {
      // a browser that keeps nothing
    }
  }

  function kept() {
    try {
      return window.localStorage.getItem(memory()) || "";
    } catch {
      return "";
    }
  }

  let before = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "cockpit") return;
    stop();
    const board = boardOf(boxShown());
    before = { names: entries(), board, places: placesOf(board) };
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!cockpit() || !before) return;
    const { names, board, places } = before;
    before = null;
    const now = entries();
    const news = names.length ? now.indexOf(names[0]) : -1;
    for (const entry of document.querySelectorAll("#cockpit [data-entry]")) {
      entry.classList.toggle("new", names.length > 0 && !names.includes(entry.dataset.entry));
    }
    keep();
    if (news > 1 && cockpit().dataset.playback) play(names[0], board);
    else move(places, boardOf(boxShown()));
  });

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest("#cockpit [data-play-back]");
    if (link && !still.matches && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      boxShown()?.scrollIntoView({ block: "nearest" });
      play("");
      return;
    }
    if (playing && event.target.closest(".board-scroll.playing")) stop();
  });

  document.addEventListener(
    "keydown",
    (event) => {
      if (playing && event.key === "Escape") {
        event.stopPropagation();
        stop();
      }
    },
    true,
  );

  if (cockpit()) {
    const left = entries().indexOf(kept());
    for (const [number, entry] of [...document.querySelectorAll("#cockpit [data-entry]")].entries()) {
      if (number < left) entry.classList.add("new");
    }
    if (left > 0 && cockpit().dataset.playback) play(kept());
    keep();
  }
})();
