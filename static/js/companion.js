// The table on a phone: each tap is kept here until the server has it, and what others tap comes by itself.
(function () {
  "use strict";

  const ASK_EVERY = 2000;
  const ASK_HIDDEN = 20000;
  const MOST_AT_ONCE = 50;
  const OLD = 60 * 24 * 3600 * 1000;
  const form = document.getElementById("companion");
  const store = form.dataset.store;
  const line = document.getElementById("companion-state-now");
  try {
    localStorage.setItem("table-here", "1");
  } catch {
    return; // a browser that keeps nothing: each tap is a form of its own
  }
  let state = JSON.parse(document.getElementById("companion-state").textContent);
  let asking = null;
  let isAway = false;
  let trouble = "";
  let timer = 0;

  // What is kept, by its name; of what goes up and down also its values with their words.

  const cells = new Map();
  for (const each of form.querySelectorAll("[data-cell]")) {
    const { cell, starts, says, least, most, damages, becomes } = each.dataset;
    const words = new Map([...each.querySelectorAll("option")].map((option) => [option.value, option.textContent]));
    for (const tile of each.querySelectorAll(".tile")) words.set(tile.value.split("|")[2], tile.textContent);
    cells.set(cell, {
      name: cell,
      starts,
      says,
      words,
      least: Number(least),
      most: Number(most),
      eachTurn: "eachTurn" in each.dataset,
      damages: (damages || "").split(" ").filter(Boolean).map(Number),
      becomes: (becomes || "").split(" "),
      at: each,
    });
  }
  const shown = (cell, value) => (cell.words.size ? cell.words.get(value) || "–" : value);

  // The queue: each tap has an entry of its own, so that two tabs do not write over each other.

  function entries(prefix) {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  }

  function pending() {
    const taps = entries(store).map((name) => JSON.parse(localStorage.getItem(name)));
    return taps.sort((one, other) => one.at - other.at || one.number - other.number);
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function keep(does, cell, value) {
    const clock = "table-clock";
    const last = JSON.parse(localStorage.getItem(clock) || '{"at":0,"number":0,"ahead":0}');
    last.at = Math.max(last.at + 1, Date.now() + last.ahead);
    last.number = (last.number + 1) % 2 ** 31;
    localStorage.setItem(clock, JSON.stringify(last));
    const tap = { key: newKey(), at: last.at, number: last.number, does, cell, value: String(value) };
    localStorage.setItem(store + tap.key, JSON.stringify(tap));
  }

  function noteClock(now, before) {
    // The server's clock as it was halfway through the question: the taps of all phones stand in one order by it.
    const last = JSON.parse(localStorage.getItem("table-clock") || '{"at":0,"number":0}');
    last.ahead = Math.round(now - (before + Date.now()) / 2);
    last.at = Math.min(last.at, Date.now() + last.ahead + 1000);
    localStorage.setItem("table-clock", JSON.stringify(last));
  }

  // How it stands: what the server said last, and over it what it does not have yet.

  const damage = (cell, hits) => cell.damages.filter((least) => least && hits >= least).length;

  function apply(values, cell, tap) {
    const was = values[cell.name] ?? cell.starts;
    const sum = Math.max(cell.least, Math.min(Number(was) + Number(tap.value), cell.most));
    const now = tap.does === "set" ? tap.value : String(sum);
    values[cell.name] = now;
    if (cell.name === "turns" && now !== was) {
      for (const other of cells.values()) if (other.eachTurn) delete values[other.name];
    } else if (damage(cell, now) !== damage(cell, was)) {
      values[cell.name.replace(/\.[^.]*$/, ".fate")] = cell.becomes[damage(cell, now)];
    }
    return was;
  }

  function standing() {
    const values = { ...state.values };
    const back = [...state.back];
    const taps = pending();
    const gone = new Set(taps.filter((tap) => tap.does === "undo").map((tap) => tap.value.replaceAll("-", "")));
    for (const tap of taps) {
      const cell = cells.get(tap.cell);
      if (!cell || gone.has(tap.key)) continue;
      if (tap.does !== "undo") {
        const was = apply(values, cell, tap);
        const what = tap.does === "set" ? shown(cell, tap.value) : `${tap.value > 0 ? "+" : "−"}${Math.abs(tap.value)}`;
        back.push({ ...tap, was, says: `${cell.says}: ${what}` });
        continue;
      }
      const place = back.findIndex((each) => each.key.replaceAll("-", "") === tap.value.replaceAll("-", ""));
      if (place < 0) continue;
      const [last] = back.splice(place, 1);
      if (last.does === "add") apply(values, cell, { does: "add", value: -last.value });
      else if (values[cell.name] === last.value) apply(values, cell, { does: "set", value: last.was });
    }
    return { values, back };
  }

  function show() {
    const { values, back } = standing();
    for (const cell of cells.values()) {
      const value = values[cell.name] ?? cell.starts;
      for (const place of form.querySelectorAll(`[data-shows="${cell.name}"]`)) {
        const text = shown(cell, value);
        if (place.textContent !== text) place.textContent = text;
        const brief = place.closest(".brief-value");
        if (brief) brief.hidden = !value || (brief.matches(".suffered") && value === cell.starts);
      }
      for (const tile of cell.at.querySelectorAll(".tile")) {
        tile.setAttribute("aria-pressed", String(tile.value.split("|")[2] === value));
      }
      for (const step of cell.at.querySelectorAll("[data-by]")) step.disabled = stepped(cell, value, step) === null;
    }
    const turn = Number(values.turns ?? 1);
    for (const phase of form.querySelectorAll("[data-phase]")) {
      const [first, last] = phase.dataset.phase.split(" ");
      phase.hidden = turn < first || turn > last;
    }
    const last = back.at(-1);
    const button = form.querySelector("[data-back]");
    if (button) {
      button.disabled = !last;
      button.querySelector("[data-back-says]").textContent = last ? last.says : "";
    }
    tell();
  }

  function tell() {
    const count = pending().length;
    const waiting = count === 1 ? "1 tap waits on this phone" : `${count} taps wait on this phone`;
    let text = count ? `${waiting}…` : "Everything is kept.";
    if (isAway) text = count ? `No connection: ${waiting}. Nothing is lost.` : "No connection: tap on, nothing is lost.";
    if (trouble) text = trouble + (count ? ` (${waiting}.)` : "");
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("waits", isAway || Boolean(trouble));
  }

  // Tapping

  function stepped(cell, value, step) {
    const by = Number(step.dataset.by);
    if (!cell.words.size) {
      const sum = Number(value) + by;
      return sum < cell.least || sum > cell.most ? null : sum;
    }
    const known = [...cell.words.keys()];
    const place = known.indexOf(value);
    return known[place < 0 ? Math.floor(known.length / 2) : place + by] ?? null;
  }

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || button.name !== "tap") return;
    event.preventDefault();
    const { values, back } = standing();
    if ("back" in button.dataset) {
      const last = back.at(-1);
      if (!last) return;
      keep("undo", last.cell, last.key);
      say(`Taken back: ${last.says}`);
    } else {
      const [does, name, value] = button.value.split("|");
      const cell = cells.get(name);
      const now = "by" in button.dataset ? stepped(cell, values[name] ?? cell.starts, button) : value;
      if (now === null) return;
      if (does === "add") keep("add", name, button.dataset.by);
      else keep("set", name, now);
      say(`${cell.says}: ${shown(cell, String(now))}`);
    }
    show();
    ask();
  });

  function say(text) {
    document.getElementById("companion-said").textContent = text;
  }

  // The server: what waits is sent, else it is asked whether there is anything new; one question at a time.

  function ask() {
    asking ??= exchange().finally(() => {
      asking = null;
      plan();
    });
    return asking;
  }

  async function exchange() {
    window.clearTimeout(timer);
    let isMore = true;
    while (isMore) {
      isMore = false;
      try {
        const taps = pending().slice(0, MOST_AT_ONCE);
        const before = Date.now();
        const answer = taps.length ? await send(taps) : await look();
        isAway = false;
        if (answer.status === 200) {
          state = await answer.json();
          trouble = Object.values(state.refused)[0] || (taps.length ? "" : trouble);
          for (const tap of taps) localStorage.removeItem(store + tap.key);
          noteClock(state.now, before);
        } else if (answer.status === 409) {
          trouble = (await answer.json()).why;
        } else if (answer.status !== 304) {
          trouble = "This page is out of date: open it again. What you have tapped is kept on this phone.";
        }
        isMore = !trouble && pending().length > 0;
      } catch {
        isAway = true;
      }
      show();
    }
  }

  function send(taps) {
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "table"]) body.append(name, form.elements[name].value);
    body.append("taps", JSON.stringify(taps));
    return fetch(form.dataset.taps, { method: "POST", body, cache: "no-store", redirect: "manual" });
  }

  function look() {
    return fetch(form.dataset.news, { headers: { "If-None-Match": `"${state.version}"` }, cache: "no-store" });
  }

  function plan() {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, document.hidden ? ASK_HIDDEN : ASK_EVERY);
  }

  window.addEventListener("online", ask);
  window.addEventListener("storage", show);
  document.addEventListener("visibilitychange", () => (document.hidden ? plan() : ask()));

  // What waits here is sent before the page of the result is filled in from the server.
  document.querySelector("[data-hand-in]")?.addEventListener("click", async (event) => {
    if (!pending().length) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    await ask();
    if (!pending().length) window.location.assign(href);
    else tell();
  });

  for (const name of entries("table:")) {
    if (!name.startsWith(store) && JSON.parse(localStorage.getItem(name)).at < Date.now() - OLD) localStorage.removeItem(name);
  }
  show();
  ask();
})();
