/* The page's half of a table. Python sends the table as HTML (escaped there); this module patches it in
   by key so that focus stays and cards glide, keeps what is picked, and sends back a verb with its places:
     { verb: "lay", places: ["hand-2", "hand-3"], seat: 0, version: 12 }
   It knows no game. */

const GLIDE = 200;                       // ms; none with reduced motion
const PATIENCE = 200;                    // ms after a click until the pointer says that it waits
const LARGEST_FILE = 2_000_000;          // bytes of a record to upload
const REFERENCES = ["id", "aria-controls", "aria-labelledby"];

function render({ model, el }) {
  const prefix = `ck${Math.random().toString(36).slice(2, 9)}-`;   // ids are unique on the page; each widget has its own copy of this module
  const faces = new Map();
  const picked = new Set();
  let version = null, tab = "log", waiting;

  const root = document.createElement("div");
  el.append(root);

  /* ---- from Python: patch ---- */

  function paint() {
    const fresh = parse(model.get("html"));
    const table = fresh.querySelector(".ck");
    const moved = table?.dataset.version !== version;
    version = table?.dataset.version;
    if (moved) {
      picked.clear();
      for (const card of fresh.querySelectorAll('[aria-pressed="true"]')) picked.add(card.dataset.key);
    }
    keepOwn(fresh);
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const before = moved ? places() : null;
    const said = root.querySelector('[role="status"]')?.textContent;
    stopWaiting();
    patchChildren(root, fresh);
    if (before) glide(before);
    repeat(said);
    if (focused && !root.contains(document.activeElement)) refocus(focused.dataset.key);
    if (still()) root.querySelector('[data-verb="skip"]')?.click();   // steps that are only for show
  }

  function parse(html) {
    const box = document.createElement("template");
    box.innerHTML = html;                // made by widgets/render.py, which escapes every word
    for (const art of box.content.querySelectorAll("[data-face]")) art.replaceWith(drawn(art.dataset.face));
    for (const name of REFERENCES)
      for (const node of box.content.querySelectorAll(`[${name}]`)) node.setAttribute(name, prefix + node.getAttribute(name));
    return box.content;
  }

  function drawn(name) {
    if (!faces.has(name)) {
      const box = document.createElement("template");
      box.innerHTML = model.get("faces")[name] ?? "";
      const svg = box.content.firstElementChild ?? document.createElement("i");
      svg.dataset.face = name;
      faces.set(name, svg);
    }
    return faces.get(name).cloneNode(true);
  }

  /* What the page decides by itself is put into the fresh HTML before it is compared. */
  function keepOwn(fresh) {
    for (const card of fresh.querySelectorAll("[aria-pressed]")) card.setAttribute("aria-pressed", picked.has(card.dataset.key));
    if (root.querySelector(".ck-menu")?.open) fresh.querySelector(".ck-menu")?.setAttribute("open", "");
    showTab(fresh, tab);
    for (const group of fresh.querySelectorAll("[data-arrows]")) {
      const items = stops(group);
      const old = root.querySelector(`[data-key="${CSS.escape(group.dataset.key ?? "")}"]`);
      const kept = group.dataset.key !== "choices" || old?.contains(document.activeElement);   // new choices begin at the first
      const was = kept && old?.querySelector('[tabindex="0"]')?.dataset.key;
      const stop = items.find((b) => b.getAttribute("aria-selected") === "true") ?? items.find((b) => was && b.dataset.key === was) ?? items[0];
      for (const b of items) b.tabIndex = b === stop ? 0 : -1;
    }
  }

  function repeat(said) {                // the same refusal twice is said twice
    const live = root.querySelector('[role="status"]');
    if (live && root.querySelector(".ck-why") && live.textContent === said) live.textContent += "\u00a0";
  }

  function refocus(key) {
    const to = (key && root.querySelector(`[data-key="${CSS.escape(key)}"]`)) || root.querySelector(".ck-choice")
      || root.querySelector(".ck-spread [tabindex='0']") || root.querySelector(".ck-sentence");
    to?.focus({ preventScroll: true });
  }

  /* ---- cards glide from where they were ---- */

  function places() {
    const rects = new Map();
    for (const node of root.querySelectorAll(".ck-card[data-key], .ck-fan[data-key], .ck-pile[data-key]"))
      rects.set(node.dataset.key.replace(/-zone$/, ""), node.getBoundingClientRect());
    return rects;
  }

  function glide(before) {
    if (still()) return;
    const cards = [...root.querySelectorAll(".ck-card[data-key]")].map((card) => [card, card.getBoundingClientRect()]);
    for (const [card, to] of cards) {    // measured first: between animations each measure would lay out anew
      const from = before.get(card.dataset.came ?? card.dataset.key);
      if (!from || !to.width) continue;
      const x = from.left - to.left, y = from.top - to.top;
      if (Math.abs(x) + Math.abs(y) < 3) continue;
      const scale = Math.min(1.6, Math.max(.4, from.height / to.height));
      card.animate(
        [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: 8 },
         { transform: "none", transformOrigin: "0 0", zIndex: 8 }],
        { duration: GLIDE, easing: "ease-out" });
    }
  }

  /* ---- to Python: a verb and its places ---- */

  function wait() {                      // shown only if the answer takes its time
    clearTimeout(waiting);
    waiting = setTimeout(() => root.classList.add("is-waiting"), PATIENCE);
  }

  function stopWaiting() {
    clearTimeout(waiting);
    root.classList.remove("is-waiting");
  }

  function send(verb, where, fields) {
    const table = root.querySelector(".ck");
    wait();
    try {
      model.send({ verb, places: where, seat: Number(table.dataset.seat), version: Number(version), ...(fields && { fields }) });
    } catch {
      alone(table);
    }
  }

  function alone(table) {                // the kernel has been restarted: nobody is behind this page any more
    stopWaiting();
    if (table.querySelector(".ck-alone")) return;
    const said = document.createElement("p");
    said.className = "ck-alone";
    said.setAttribute("role", "alert");
    said.textContent = "The kernel was restarted. Run this cell again to go on.";
    table.prepend(said);
  }

  function pick(card) {
    const key = card.dataset.key, on = !picked.has(key), group = card.closest("[data-single]");
    if (on && group)
      for (const other of group.querySelectorAll('[aria-pressed="true"]')) { picked.delete(other.dataset.key); other.setAttribute("aria-pressed", false); }
    if (on) picked.add(key); else picked.delete(key);
    card.setAttribute("aria-pressed", on);
    send("pick", [...picked]);
  }

  root.addEventListener("click", (e) => {
    const at = (selector) => e.target.closest(selector);
    const hit = at("[data-verb]"), cite = at("[data-rule]"), tabButton = at("[role=tab]");
    if (cite) { e.preventDefault(); showRule(cite.dataset.rule); }
    else if (tabButton) chooseTab(tabButton);
    else if (at(".ck-close")) closeRefusal();
    else if (!hit || hit.matches("form")) return;
    else if (hit.dataset.verb === "pick") pick(hit);
    else if (e.detail > 1) return;       // the second half of a double click is no second move
    else if (hit.matches(".ck-card, .ck-box")) send(hit.dataset.verb, [hit.dataset.key]);
    else send(hit.dataset.verb, hit.dataset.places === undefined ? [...picked] : hit.dataset.places.split(" ").filter(Boolean));
  });

  root.addEventListener("submit", async (e) => {
    e.preventDefault();
    const form = e.target, fields = {};
    for (const [name, value] of new FormData(form)) {
      if (value instanceof File && value.size > LARGEST_FILE) return;
      fields[name] = value instanceof File ? await value.text() : value;
    }
    form.closest("details")?.removeAttribute("open");
    send(form.dataset.verb, [], fields);
  });

  function closeRefusal() {
    const why = root.querySelector('[data-key="why"]');
    if (!why) return false;
    const inside = why.contains(document.activeElement);
    why.remove();
    if (inside) refocus();
    send("close", [...picked]);
    return true;
  }

  /* ---- keyboard: one Tab stop for a group, arrows inside ---- */

  /* Plain keys are ours here, not the notebook's: there "x" would cut the cell. JupyterLab looks for this
     attribute on the focused element itself; Ctrl+S and its kind still reach it. */
  function ownKeys(e) {
    if (root.contains(e.target)) e.target.toggleAttribute("data-lm-suppress-shortcuts", !(e.ctrlKey || e.metaKey || e.altKey));
  }

  root.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      const menu = e.target.closest(".ck-menu[open]");
      if (menu) { menu.removeAttribute("open"); menu.querySelector("summary").focus(); }
      else if (!closeRefusal()) return;
      e.preventDefault();
      return;
    }
    if (e.repeat && (e.key === "Enter" || e.key === " ") && e.target.closest("button")) return e.preventDefault();
    const group = e.target.closest("[data-arrows]");
    if (!group) return;
    const items = stops(group), here = items.indexOf(e.target.closest("button"));
    const last = items.length - 1;
    const to = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: last }[e.key];
    if (to === undefined || here < 0) return;
    e.preventDefault();
    const next = items[(to + items.length) % items.length];
    for (const b of items) b.tabIndex = b === next ? 0 : -1;
    next.focus();
    if (next.matches("[role=tab]")) chooseTab(next);
  });

  /* ---- the side panel ---- */

  function showTab(where, name) {
    for (const b of where.querySelectorAll("[role=tab]")) {
      const on = b.dataset.key === `tab-${name}`;
      b.setAttribute("aria-selected", on);
      b.tabIndex = on ? 0 : -1;
    }
    for (const page of where.querySelectorAll("[role=tabpanel]")) page.toggleAttribute("hidden", page.dataset.key !== `page-${name}`);
  }

  function chooseTab(button) {
    tab = button.dataset.key.replace("tab-", "");
    showTab(root, tab);
  }

  function showRule(id) {
    tab = "rules";
    showTab(root, tab);
    for (const rule of root.querySelectorAll(".ck-rules > div")) {
      const shown = rule.dataset.key === `rule-${id}`;
      rule.classList.toggle("is-shown", shown);
      if (shown) rule.focus();
    }
  }

  /* ---- a record that was asked for ---- */

  function receive(message) {
    stopWaiting();
    if (message?.download === undefined) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([message.download], { type: "application/json" }));
    link.download = message.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  window.addEventListener("keydown", ownKeys, true);
  model.on("change:html", paint);
  model.on("msg:custom", receive);
  paint();
  return () => {
    window.removeEventListener("keydown", ownKeys, true);
    model.off("change:html", paint);
    model.off("msg:custom", receive);
  };
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const stops = (group) => [...group.querySelectorAll("button")];

/* ---- patching: the old tree becomes the new one, node by node ---- */

const sameNode = (a, b) => a.nodeName === b.nodeName && a.dataset?.key === b.dataset?.key && a.dataset?.face === b.dataset?.face;

function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.dataset.face) return;          // the same picture
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  patchChildren(old, fresh);
}

function patchChildren(old, fresh) {
  const wanted = new Set([...fresh.children].map((c) => c.dataset.key).filter(Boolean));
  const keyed = new Map();
  for (const child of [...old.children]) {
    const key = child.dataset.key;
    if (key && !wanted.has(key)) child.remove();
    else if (key) keyed.set(key, child);
  }
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = child.dataset?.key;
    const match = key ? keyed.get(key) : at && !at.dataset?.key ? at : null;
    if (!match || !sameNode(match, child)) { old.insertBefore(child, at); continue; }
    if (match === at) at = at.nextSibling;
    else old.insertBefore(match, at);
    patch(match, child);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

export default { render };
