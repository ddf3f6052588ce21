// What `sessions autoplace --why` prints, in full: the other places of a talk, and the errors for a talk that is not clear.
import { it } from 'vitest';
import { goldenStages } from './support/golden-stage.ts';

const { stage } = goldenStages();

it('other places of a talk', async () => {
  const s = await stage('autoplace', { PLENARY_EVENT: '' });
  s.write(
    'talks.csv',
    'id,title,speakers,duration,track,expected',
    '1,Zero lost cents,Ada Lovelace,45,Web,120',
    '2,Queues,Ada Lovelace; Bo Li,30,Web,40',
    '3,Harps,Cy Twombly,90,Music,20',
    '4,Maps,Di,30,Music,',
    '5,Maps,Ed,30,Web,',
  );
  s.write(
    'rooms.csv',
    'room,start,end,capacity',
    'Pier 3,2027-05-20 09:00,10:30,80',
    'Hall,2027-05-20 09:00,10:30,50',
    'Hall,2027-05-20 11:00,12:30,50',
  );
  const autoplace = 'sessions autoplace talks.csv --rooms-file rooms.csv --out out.csv --steps 20000 --why';
  await s.terminal(`${autoplace} queues`);
  await s.pipe(`${autoplace} 4 --json`);
  await s.pipe(`${autoplace} Maps`);
  await s.pipe(`${autoplace} Queue`);
  await s.pipe(`${autoplace} Nothing --json`);
  await s.matches('autoplace-why');
});
