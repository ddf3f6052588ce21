// The script of the timetable's page: one day at a time, the search and the filters, favorites, and
// the line at the present time. Without scripts, the page shows all days one below the other. The
// page defines `plainLetters` before it: what is written for letters that Unicode does not divide.
/* global plainLetters */
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const days = all('.day');
  if (days.length === 0) return;
  const links = all('nav a');
  const rows = all('tbody tr');
  const sessions = all('.session');
  const search = document.querySelector('search');
  const [input, room, track, starred] = ['#search', '#room', '#track', '#favorites'].map((id) =>
    search.querySelector(id),
  );
  const status = document.querySelector('[role=status]');
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  const plain = (text) => text.replace(/[^\0-\x7f]/g, (letter) => plainLetters[letter] ?? letter);
  const fold = (text) => plain(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
  const instant = (row) => Date.parse(row.querySelector('time').dateTime);
  const isPressed = (button) => button.getAttribute('aria-pressed') === 'true';
  const press = (button, pressed) => button.setAttribute('aria-pressed', String(pressed));

  // In a file, or with storage disabled, favorites may last only as long as the page.
  const key = `plenary: ${document.title}`;
  let favorites = new Set();
  const load = () => {
    try {
      const list = JSON.parse(localStorage.getItem(key) ?? '[]');
      if (Array.isArray(list)) favorites = new Set(list);
    } catch {}
  };
  const save = () => {
    try {
      localStorage.setItem(key, JSON.stringify([...favorites]));
    } catch {}
  };
  const stars = [];
  // A session in several rooms has an element in each.
  const idOf = (session) => session.dataset.of ?? session.id;
  const showStars = () => {
    for (const [id, star] of stars) press(star, favorites.has(id));
  };

  const today = () => days.find((day) => Date.parse(day.dataset.end) > Date.now()) ?? days[0];

  let current = today();
  let isWhole = false;
  const showDay = () => {
    const target = document.getElementById(location.hash.slice(1));
    const day = target?.closest('.day') ?? null;
    // A link to a speaker changes nothing above; all days stay if a session of them is chosen.
    if (target === null || target.id === 'timetable' || day !== null) {
      isWhole = target?.id === 'timetable' || (isWhole && day !== null && day !== target);
      current = day ?? today();
    }
    document.body.classList.toggle('whole', isWhole);
    for (const day of days) day.classList.toggle('away', day !== current);
    for (const link of links) {
      if (link.hash === `#${isWhole ? 'timetable' : current.id}`)
        link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    find();
    if (target?.closest('article')?.closest('[hidden], .searching .people')) {
      for (const select of [room, track]) if (select !== null) select.value = '';
      endSearch();
    }
    if (target !== null && target !== current)
      target.scrollIntoView({ block: target.id === 'timetable' ? 'start' : 'center' });
  };

  const textOf = (session) =>
    all('h3, .speakers, .facts span, details p', session).map((part) => part.textContent);
  const texts = new Map(sessions.map((session) => [session, fold(textOf(session).join(' '))]));

  // The search and the favorites are in all days; a room and a track are in the days that are
  // shown.
  const find = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const [inRoom, inTrack] = [room, track].map((select) => select?.value ?? '');
    const isSearching = words.length > 0 || isPressed(starred);
    const isListed = isSearching || inRoom !== '' || inTrack !== '';
    document.body.classList.toggle('searching', isSearching);
    document.body.classList.toggle('listed', isListed);
    for (const [session, text] of texts) {
      const { rooms, track } = session.dataset;
      session.parentElement.hidden = !(
        words.every((word) => text.includes(word)) &&
        (inRoom === '' || rooms === undefined || rooms.split(' ').includes(inRoom)) &&
        (inTrack === '' || track === inTrack) &&
        (!isPressed(starred) || favorites.has(idOf(session)))
      );
    }
    for (const row of rows)
      row.hidden = isListed && all('td:not([hidden]) .session', row).length === 0;
    for (const day of days) day.hidden = all('tbody tr:not([hidden])', day).length === 0;
    const count = sessions.filter((session) => session.getClientRects().length > 0).length;
    status.textContent = isListed
      ? (status.dataset[plurals.select(count)] ?? status.dataset.other).replace('{n}', count)
      : '';
    showNow();
  };

  const line = document.createElement('div');
  line.className = 'now';
  line.setAttribute('aria-hidden', 'true');

  const showNow = () => {
    line.remove();
    const now = Date.now();
    for (const day of days) {
      const shown = all('tbody tr', day).filter((row) => row.getClientRects().length > 0);
      const next = shown.findIndex((row) => instant(row) > now);
      const row = shown.at(next === -1 ? -1 : next - 1);
      const endMs = next === -1 ? Date.parse(day.dataset.until) : instant(shown[next]);
      if (row === undefined || instant(row) > now || endMs <= now) continue;
      // In a list, rows are not as high as they are long: the line is before the next one.
      const isList = getComputedStyle(row).display === 'block';
      const share = isList ? 1 : (now - instant(row)) / (endMs - instant(row));
      const table = row.closest('table');
      const { top, bottom } = row.getBoundingClientRect();
      const below = next === -1 ? bottom : shown[next].getBoundingClientRect().top;
      const inTable = table.offsetTop + top - table.getBoundingClientRect().top;
      line.style.top = `${inTable + share * (below - top)}px`;
      table.after(line);
    }
  };

  const fitBar = () => {
    const bar =
      document.querySelector('.controls').offsetHeight ||
      document.querySelector('nav').offsetHeight;
    document.documentElement.style.setProperty('--bar', `${bar}px`);
    showNow();
  };

  const endSearch = () => {
    input.value = '';
    press(starred, false);
    find();
  };

  for (const session of sessions) {
    if (session.classList.contains('break')) continue;
    const star = document.createElement('button');
    star.type = 'button';
    star.className = 'star';
    star.setAttribute(
      'aria-label',
      `${search.dataset.favorite}: ${session.querySelector('h3').textContent}`,
    );
    star.addEventListener('click', () => {
      load();
      if (!favorites.delete(idOf(session))) favorites.add(idOf(session));
      save();
      showStars();
      if (isPressed(starred)) find();
    });
    stars.push([idOf(session), star]);
    session.querySelector('h3').after(star);
  }

  // A click on a search result shows it in its day. A link to where the reader is changes no
  // address, but may show something.
  document.querySelector('main').addEventListener('click', ({ target }) => {
    if (
      document.body.classList.contains('searching') &&
      target.closest('h3 a, .speakers a') !== null
    )
      endSearch();
    const link = target.closest('a');
    if (link?.hash && link.href === location.href) showDay();
  });
  for (const link of links) link.addEventListener('click', endSearch);
  starred.addEventListener('click', () => {
    press(starred, !isPressed(starred));
    find();
  });
  for (const control of [input, room, track]) control?.addEventListener('input', find);
  addEventListener('hashchange', showDay);
  addEventListener('resize', fitBar);
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    load();
    showStars();
    find();
  });
  document.addEventListener('toggle', showNow, true);
  setInterval(showNow, 60e3);
  document.documentElement.classList.add('scripted');
  load();
  showStars();
  fitBar();
  showDay();
})();
