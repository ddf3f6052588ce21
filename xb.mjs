// src/client/key.ts
function foldKey(text) {
  return text.trim().toLowerCase();
}
function isMasked(field, value) {
  return field.endsWith("email") && typeof value === "string" && value.includes("*");
}

// src/schedule/clashes.ts
function findClashes(sessions, { turnaroundMs, sharedRooms }) {
  const { submissions, rooms: rooms2, emails, names } = groupSlots(sessions.toSorted(byTime));
  for (const room of sharedRooms) rooms2.delete(foldKey(room));
  const found = [];
  for (const [what, slots] of submissions) {
    for (const pair of repeats(slots)) found.push({ kind: "duplicate", what, pair, byName: false });
  }
  for (const slots of rooms2.values()) {
    for (const pair of overlaps(slots, turnaroundMs, nobody)) {
      found.push({ kind: "room", what: pair[0].session.room.trim(), pair, byName: false });
    }
  }
  for (const [address, slots] of emails) {
    for (const pair of overlaps(slots, 0, nobody)) {
      found.push({ kind: "person", what: nameAt(address, pair[0]), pair, byName: false });
    }
  }
  for (const [what, slots] of names) {
    for (const pair of overlaps(slots, 0, withAddress(what))) found.push({ kind: "person", what, pair, byName: true });
  }
  return found.sort(byPlace).map(({ kind, what, pair, byName }) => {
    return { kind, what, sessions: [pair[0].session, pair[1].session], byName };
  });
}
function groupSlots(sorted) {
  const groups = { submissions: newGroups(), rooms: newGroups(), emails: newGroups(), names: newGroups() };
  for (const [place, session] of sorted.entries()) {
    const slot = { session, place };
    add(groups.submissions, session.submissionId ?? "", slot);
    add(groups.rooms, foldKey(session.room), slot);
    for (const person of session.people) {
      add(groups.emails, addressOf(person), slot);
      add(groups.names, person.name.trim(), slot);
    }
  }
  return groups;
}
function newGroups() {
  return /* @__PURE__ */ new Map();
}
function add(groups, key, slot) {
  if (key === "") return;
  const slots = groups.get(key);
  if (slots === void 0) groups.set(key, [slot]);
  else if (slots.at(-1) !== slot) slots.push(slot);
}
function addressOf({ email = "" }) {
  return isMasked("email", email) ? "" : foldKey(email);
}
function nameAt(address, { session }) {
  const name = session.people.find((person) => addressOf(person) === address)?.name.trim();
  return name === void 0 || name === "" ? address : name;
}
var nobody = () => false;
function withAddress(name) {
  return ({ session }) => session.people.some((person) => person.name.trim() === name && addressOf(person) !== "");
}
function repeats([first, ...others]) {
  return first === void 0 ? [] : others.map((other) => [first, other]);
}
function overlaps(slots, gapMs, isToldApart) {
  const pairs = [];
  if (slots.length < 2) return pairs;
  let toldApart = [];
  let others = [];
  for (const slot of slots) {
    const isOn = ({ session }) => session.endMs + gapMs > slot.session.startMs;
    others = others.filter(isOn);
    let met = others;
    if (isToldApart(slot)) {
      toldApart.push(slot);
    } else {
      toldApart = toldApart.filter(isOn);
      met = [...toldApart, ...others];
      others.push(slot);
    }
    for (const other of met) if (!isSameSubmission(other, slot)) pairs.push([other, slot]);
  }
  return pairs;
}
function isSameSubmission({ session: { submissionId } }, { session: other }) {
  return submissionId !== void 0 && submissionId === other.submissionId;
}
function byPlace({ pair: [a, b] }, { pair: [c, d] }) {
  return a.place - c.place || b.place - d.place;
}
function byTime(a, b) {
  if (a.startMs !== b.startMs) return a.startMs - b.startMs;
  return a.title < b.title ? -1 : Number(a.title > b.title);
}

// bench/schedule.ts
var rooms = 40;
var rounds = 9;
var mostMs = 1500;
var mostGrowth = 15;
var minuteMs = 6e4;
var sizes = { small: scheduleOf(1e4), large: scheduleOf(1e5) };
var times = { small: [], large: [] };
for (let round = 0; round <= rounds; round++) {
  for (const size of ["small", "large"]) {
    const started = performance.now();
    findClashes(sizes[size], { turnaroundMs: 10 * minuteMs, sharedRooms: ["Room 0"] });
    if (round > 0) times[size].push(performance.now() - started);
  }
}
var small = median(times.small);
var large = median(times.large);
var growth = large / small;
report("10,000 sessions", `${small.toFixed(1)} ms`, true);
report("100,000 sessions", `${large.toFixed(1)} ms (at most ${mostMs})`, large <= mostMs);
report("growth", `${growth.toFixed(1)} \xD7 (at most ${mostGrowth})`, growth <= mostGrowth);
function report(name, figure, isWithin) {
  console.log(`${name.padEnd(18)}${figure}${isWithin ? "" : " OVER"}`);
  if (!isWithin) process.exitCode = 1;
}
function scheduleOf(count) {
  const random = randomFrom(1);
  const people = Array.from({ length: count / 3 }, (_, index) => {
    const name = `Speaker ${index}`;
    return index % 4 === 0 ? { name } : { name, email: `speaker-${index}@example.org` };
  });
  const sessions = Array.from({ length: count }, (_, index) => {
    const startMs = Date.UTC(2026, 4, 2) + Math.floor(index / rooms) * 60 * minuteMs;
    return {
      submissionId: `sub_${index}`,
      title: `Session ${index}`,
      room: `Room ${index % rooms}`,
      startMs,
      endMs: startMs + (index % 10 === 0 ? 75 : 45) * minuteMs,
      isDurationAssumed: false,
      people: [people[random(people.length)], people[random(people.length)]].filter((person) => person !== void 0)
    };
  });
  return sessions.map((session) => ({ session, order: random(2 ** 31) })).sort((a, b) => a.order - b.order).map(({ session }) => session);
}
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
