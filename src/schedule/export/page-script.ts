// Owns the script of the timetable's page: one day at a time, the search, and the line at the present time.
// Without scripts, the page shows all days one below the other.

export const pageScript = String.raw`(() => {
  'use strict';
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const days = all('.day');
  if (days.length === 0) return;
  const links = all('nav a');
  const rows = all('tbody tr');
  const input = document.querySelector('#search');
  const status = document.querySelector('[role=status]');
  const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const instant = (row) => Date.parse(row.querySelector('time').dateTime);

  const today = () => days.find((day) => Date.parse(day.dataset.end) > Date.now()) ?? days[0];

  const showDay = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const current = target?.closest('.day') ?? today();
    for (const day of days) day.classList.toggle('away', day !== current);
    for (const link of links) {
      if (link.hash === '#' + current.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    if (target !== null && target !== current) target.scrollIntoView({ block: 'center' });
    showNow();
  };

  const texts = new Map(all('.session').map((session) => [session, fold(session.textContent)]));

  const find = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    document.body.classList.toggle('searching', words.length > 0);
    let count = 0;
    for (const [session, text] of texts) {
      const found = words.every((word) => text.includes(word));
      session.parentElement.hidden = !found;
      if (found) count += 1;
    }
    for (const row of rows) row.hidden = all('td:not([hidden]) .session', row).length === 0 && words.length > 0;
    for (const day of days) day.hidden = all('tbody tr:not([hidden])', day).length === 0;
    status.textContent = words.length === 0 ? '' : count === 1 ? '1 session' : count + ' sessions';
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
      if (next < 1) continue;
      const row = shown[next - 1];
      const share = (now - instant(row)) / (instant(shown[next]) - instant(row));
      const table = row.closest('table');
      const height = shown[next].getBoundingClientRect().top - row.getBoundingClientRect().top;
      const top = row.getBoundingClientRect().top - table.getBoundingClientRect().top + share * height;
      line.style.top = table.offsetTop + top + 'px';
      table.after(line);
    }
  };

  const fit = () => {
    document.documentElement.style.setProperty('--bar', document.querySelector('.controls').offsetHeight + 'px');
    showNow();
  };

  // A click on a search result shows it in its day.
  document.querySelector('main').addEventListener('click', ({ target }) => {
    if (input.value === '' || target.closest('h3 a') === null) return;
    input.value = '';
    find();
  });
  for (const link of links) link.addEventListener('click', () => { input.value = ''; find(); });
  addEventListener('hashchange', showDay);
  addEventListener('resize', fit);
  document.addEventListener('toggle', showNow, true);
  setInterval(showNow, 60e3);
  input.addEventListener('input', find);
  document.documentElement.classList.add('scripted');
  fit();
  find();
  showDay();
})();`;
