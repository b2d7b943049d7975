// The page of a replay's step as a player: the whole fight is fetched once, and its steps follow one another by motion.
// Until it has come, or where it cannot be had, the page's links lead from step to step.
(function () {
  "use strict";

  const { still, boardOf, placesOf, put, away, reading, GLIDE } = window.motion;
  const SVG = "http://www.w3.org/2000/svg";
  const REST = 450; // milliseconds without a step after which the address and what stands below follow
  const FLIGHT = 900; // of a card
  const LETTER = 0.56; // width of a card's letter in heights
  const narrow = window.matchMedia("(max-width: 43.99rem)");
  const root = () => document.getElementById("replay");
  const find = (selector) => root().querySelector(selector);
  const boxes = () => [...root().querySelectorAll(".board-scroll")];
  const boxShown = () => boxes().find((box) => box.offsetParent);
  const isTyping = (target) => target.closest("input:not([type=range]), select, textarea");

  let film = null;
  let at = 0;
  let speed = 1;
  let follow = "";
  let isPlaying = false;
  let timer = 0;
  let rest = 0;
  let below = -1; // the step of which the hands and the log stand there

  const last = () => film.steps.length - 1;
  const isAbout = (number) => !follow || film.steps[number].about.includes(follow);
  const address = (number) => `${root().dataset.url}${number}/${window.location.search}`;

  function made(tag, look, text) {
    const element = document.createElement(tag);
    if (look) element.className = look;
    if (text) element.textContent = text;
    return element;
  }

  const signs = () => find(".jump use").getAttribute("href").split("#")[0];

  function sign(name, look) {
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    if (look) svg.setAttribute("class", look);
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${signs()}#${name}`);
    svg.append(use);
    return svg;
  }

  // Where the ways on lead.

  function search(from, by, fits) {
    for (let number = from + by; number >= 0 && number <= last(); number += by) if (fits(number)) return number;
    return null;
  }

  const begins = (number) => number === 0 || film.steps[number].turn !== film.steps[number - 1].turn;
  const WAYS = {
    first: () => (at > 0 ? 0 : null),
    "turn-back": () => search(at, -1, begins),
    back: () => search(at, -1, isAbout),
    on: () => search(at, 1, isAbout),
    "turn-on": () => search(at, 1, begins),
    kill: () => search(at, 1, (number) => film.steps[number].kill && isAbout(number)),
    last: () => (at < last() ? last() : null),
  };

  // A step, as it stands.

  function picture(box) {
    const width = box.classList.contains("narrow") ? "narrow" : "wide";
    const step = film.steps[at];
    const [height, least, shapes] = step[width];
    const old = boardOf(box);
    const board = old.cloneNode(false);
    const [title, words] = [...old.children].slice(0, 2).map((each) => each.cloneNode(true));
    words.textContent = step.summary;
    board.classList.toggle("night", step.night);
    board.setAttribute("viewBox", `0 0 ${film.widths[width === "wide" ? 0 : 1]} ${height}`);
    board.setAttribute("width", least);
    board.innerHTML = shapes.map((number) => film.shapes[number]).join("\n");
    board.prepend(title, words);
    for (const thing of board.querySelectorAll("g[data-key]")) {
      thing.classList.toggle("followed", Boolean(follow) && `${thing.dataset.key} `.startsWith(`${follow} `));
    }
    return board;
  }

  function paint(isMoving) {
    for (const box of boxes()) {
      if (isMoving && box.offsetParent) put(box, picture(box), speed);
      else boardOf(box).replaceWith(picture(box));
    }
  }

  function write() {
    const step = film.steps[at];
    const lines = step.events.map((event) => made("p", event === step.headline ? "headline" : "", event));
    find(".caption").replaceChildren(made("p", "eyebrow", step.eyebrow), ...lines);
    find(".caption").scrollTop = 0;
    find(".where b").textContent = step.where;
    find(".where span").textContent = `step ${at} of ${last()}`;
    find(".slider input[type=range]").value = at;
    writeScore(step);
    const gone = step.gone.map(([side, called, how, isLost]) => {
      const line = made("li", side);
      line.append(sign(side, `side-mark ${side}`), ` ${called} `, made("span", isLost ? "chip bad" : "chip", how));
      return line;
    });
    const list = made("ul", "gone");
    list.append(...gone);
    find(".gone")?.remove();
    if (gone.length) find(".under-table").append(list);
    for (const [way, leads] of Object.entries(WAYS)) {
      const link = find(`[data-jump="${way}"]`);
      const to = leads();
      link.classList.toggle("shut", to === null);
      if (to === null) {
        link.removeAttribute("href");
        link.setAttribute("aria-hidden", "true");
      } else {
        link.href = address(to);
        link.removeAttribute("aria-hidden");
      }
    }
  }

  function writeScore(step) {
    const line = find(".score-line");
    if (!line) return;
    line.replaceChildren();
    for (const [side, points] of step.score) {
      if (line.childNodes.length) {
        const colon = made("span", "", ":");
        colon.setAttribute("aria-hidden", "true");
        line.append(colon, " ");
      }
      const name = made("span", `side-name ${side}`);
      name.append(sign(side, `side-mark ${side}`), film.sides[side]);
      line.append(name, " ", made("b", "", points), " ");
    }
    if (at < last()) line.append(made("small", "muted", "if it ended here"));
  }

  // What moves besides the table: a card that is played, and the eye.

  function middle(box, board) {
    const sheet = board.getBoundingClientRect();
    const scale = board.viewBox.baseVal.width / sheet.width;
    return [(box.left + box.width / 2 - sheet.left) * scale, (box.top + box.height / 2 - sheet.top) * scale];
  }

  function fly(places, board) {
    const thrown = film.steps[at].throw;
    if (still.matches || !thrown || !board) return;
    const [card, by, to] = thrown;
    const now = placesOf(board);
    const [from, target] = [by, to].map((key) => places.get(key)?.box ?? now.get(key)?.box);
    if (!from || !target) return;
    const scale = board.viewBox.baseVal.width / board.getBoundingClientRect().width;
    const size = 13 * scale;
    const [wide, high] = [(card.length * LETTER + 1) * size, 1.9 * size];
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `thrown ${by.split("-")[0]}`);
    group.setAttribute("aria-hidden", "true");
    const sheet = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high, rx: size / 4 })) {
      sheet.setAttribute(name, value);
    }
    const name = document.createElementNS(SVG, "text");
    name.setAttribute("text-anchor", "middle");
    name.setAttribute("dy", "0.35em");
    name.setAttribute("font-size", size);
    name.textContent = card;
    group.append(sheet, name);
    board.append(group);
    const half = wide / 2 + 4;
    const inside = ([x, y]) => [Math.min(Math.max(x, half), board.viewBox.baseVal.width - half), y];
    const [start, end] = [from, target].map((box) => inside(middle(box, board)));
    const place = ([x, y], grown) => `translate(${x}px, ${y}px) scale(${grown})`;
    const frames = [
      { transform: place(start, 0.4), opacity: 0 },
      { transform: place(start, 1), opacity: 1, offset: 0.2 },
      { transform: place(end, 1), opacity: 1, offset: 0.75 },
      { transform: place(end, 0.8), opacity: 0 },
    ];
    away(group, group.animate(frames, { duration: FLIGHT / speed, easing: "ease-in-out" }));
  }

  function look() {
    const box = boxShown();
    const board = boardOf(box);
    const units = follow ? [follow] : film.steps[at].about;
    const things = [...board.querySelectorAll("g[data-key]")];
    const seen =
      units.map((unit) => things.find((thing) => `${thing.dataset.key} `.startsWith(`${unit} `))).find(Boolean) ??
      board.querySelector(".moved");
    if (!seen) return;
    const { x, y, width, height } = seen.getBBox(); // where it is going to be: motion leaves it alone
    const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
    const [left, top] = [(x + width / 2) * scale, (y + height / 2) * scale];
    const isOut = (place, from, size) => place < from + size * 0.15 || place > from + size * 0.85;
    const behavior = still.matches ? "auto" : "smooth";
    if (isOut(left, box.scrollLeft, box.clientWidth) || isOut(top, box.scrollTop, box.clientHeight)) {
      box.scrollTo({ left: left - box.clientWidth / 2, top: top - box.clientHeight / 2, behavior });
    }
    const covers = find(".console").getBoundingClientRect();
    if (narrow.matches && covers.height && box.getBoundingClientRect().bottom > covers.top + 1) {
      box.scrollIntoView({ block: "start", behavior });
    }
  }

  // From step to step. Who jumps further than a step sees what led there move, and nothing of what was in between.

  function show(number, how = "moving") {
    if (how === "moving" && number !== at + 1 && number !== at - 1 && number > 0) {
      at = number - 1;
      paint(false);
    }
    const places = how === "moving" ? placesOf(boardOf(boxShown())) : new Map();
    const isOn = number > at;
    at = number;
    paint(how === "moving");
    write();
    if (how === "moving" && isOn) fly(places, boardOf(boxShown()));
    look();
    window.clearTimeout(rest);
    rest = window.setTimeout(settle, REST);
  }

  function settle() {
    root().dataset.step = at;
    window.history.replaceState(window.history.state, "", address(at));
    document.title = document.title.replace(/^Step \d+/, `Step ${at}`);
    const isBehind = below !== at;
    find("#replay-more").classList.toggle("behind", isBehind && isPlaying);
    if (!isBehind || isPlaying) return;
    below = at;
    window.htmx.ajax("GET", address(at), { target: "#replay-more", select: "#replay-more", swap: "outerHTML" });
  }

  function go(way) {
    const to = WAYS[way]();
    if (to === null) return;
    show(to);
    if (isPlaying) plan();
  }

  function plan() {
    window.clearTimeout(timer);
    const words = film.steps[at].events.join(" ");
    timer = window.setTimeout(next, Math.max(reading(words), FLIGHT, GLIDE) / speed);
  }

  function next() {
    const to = WAYS.on();
    if (to === null) return play(false);
    show(to);
    plan();
  }

  function play(shall) {
    isPlaying = shall;
    window.clearTimeout(timer);
    const button = find("[data-play]");
    const name = shall ? "Pause" : "Play";
    button.title = name;
    button.setAttribute("aria-label", name);
    button.querySelector("use").setAttribute("href", `${signs()}#${name.toLowerCase()}`);
    if (!shall) return settle();
    if (WAYS.on() === null) show(0, "cut");
    boxShown().scrollIntoView({ block: narrow.matches ? "start" : "nearest" });
    plan();
  }

  // Large, for a screen on the wall.

  function enlarge(shall) {
    root().classList.toggle("large", shall);
    find("[data-big]").textContent = shall ? "Leave full screen" : "Full screen";
    if (shall && !document.fullscreenElement) root().requestFullscreen?.().catch(() => {});
    if (!shall && document.fullscreenElement) document.exitFullscreen();
  }

  // On a phone speed, whom to follow and the full screen are folded.

  function unfold() {
    const isOpen = root().classList.toggle("with-settings");
    find("[data-settings]").setAttribute("aria-expanded", isOpen);
  }

  document.addEventListener("fullscreenchange", () => {
    if (film && !document.fullscreenElement) enlarge(false);
  });

  // Hands on it: keys, links, the slider.

  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", k: "kill", t: "turn-on", T: "turn-back" };

  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!root() || event.altKey || event.ctrlKey || event.metaKey || isTyping(target)) return;
    if (film && event.key === " " && !target.closest("button, a, summary")) {
      event.preventDefault();
      if (!event.repeat) play(!isPlaying);
      return;
    }
    if (film && event.key === "Escape") return enlarge(false);
    const way = KEYS[event.key];
    if (!way || target.closest("input[type=range]") || (event.shiftKey && way !== "turn-back")) return;
    const link = find(`[data-jump="${way}"][href]`);
    if (link || film) event.preventDefault();
    link?.click();
  });

  document.addEventListener(
    "click",
    (event) => {
      if (!film || !(event.target instanceof Element)) return;
      if (event.target.closest("#replay [data-play]")) return play(!isPlaying);
      if (event.target.closest("#replay [data-settings]")) return unfold();
      if (event.target.closest("#replay [data-big]")) return enlarge(!root().classList.contains("large"));
      const link = event.target.closest("#replay a[href]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      const url = new URL(link.getAttribute("href"), window.location);
      const step = url.pathname.startsWith(root().dataset.url) && url.pathname.slice(root().dataset.url.length);
      if (!step || !/^\d+\/$/.test(step) || url.search !== window.location.search) return;
      event.preventDefault();
      event.stopPropagation(); // htmx would follow it
      if (link.dataset.jump) return go(link.dataset.jump);
      if (isPlaying) play(false);
      show(parseInt(step, 10));
    },
    true,
  );

  document.addEventListener("input", (event) => {
    if (!film || !(event.target instanceof HTMLInputElement) || !event.target.matches(".slider input")) return;
    if (isPlaying) play(false);
    show(Number(event.target.value), "cut");
  });

  document.addEventListener("change", (event) => {
    if (!(event.target instanceof Element)) return;
    if (!film && event.target.matches(".slider input")) event.target.form.requestSubmit();
    if (film && event.target.matches("[data-speed]")) {
      speed = Number(event.target.value);
      if (isPlaying) plan();
    }
    if (film && event.target.matches("[data-follow]")) {
      follow = event.target.value;
      show(at, "cut");
    }
  });

  function start(document_) {
    film = document_;
    at = Number(root().dataset.step);
    below = at;
    const list = find("[data-follow]");
    for (const [unit, called] of Object.entries(film.units)) {
      const option = made("option", "", called);
      option.value = unit;
      list.append(option);
    }
    for (const hidden of root().querySelectorAll("[data-play], [data-settings], .film-settings")) hidden.hidden = false;
    root().classList.add("plays");
    write();
    if (at) look();
  }

  async function load() {
    try {
      const answer = await fetch(root().dataset.film);
      if (answer.ok && !answer.redirected) start(await answer.json());
    } catch {
      // the links lead on
    }
  }

  document.addEventListener("htmx:afterSettle", () => {
    if (film && root() && !root().classList.contains("plays")) start(film); // a link was quicker than the film
  });

  document.documentElement.classList.add("scripted");
  if (root()) load();
})();
