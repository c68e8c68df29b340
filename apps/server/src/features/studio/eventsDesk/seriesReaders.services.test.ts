import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cancelDeskEvent, getDeskEvent } from '@portico/contracts/studio/eventsDesk';
import { publishSeriesChange } from '@portico/contracts/studio/eventSeries';
import { isInstalled, PYTHON } from '../../../testing/services/isInstalled.ts';
import { studioActions } from '../../../testing/studioActions.ts';
import { seriesPortal } from './testing/seriesPortal.ts';

const run = promisify(execFile);
const hasKhal = await isInstalled('khal', ['--version'], 'khal');
const hasPython = await isInstalled(PYTHON, ['-c', 'import icalendar'], 'python3-icalendar');

/**
 * The feed of six Thursdays at 8:00 in Denver across the change of clocks on November 1, after one was moved to Friday,
 * one was canceled, and all from the third on moved to 11:30.
 */
async function changedFeed(): Promise<string> {
  const { repeat, move, eventId, as, feed } = await seriesPortal();
  const studio = studioActions(() => as('edda'));
  await move(eventId, { startsAt: '2026-10-15T14:00:00Z', endsAt: '2026-10-15T16:00:00Z' });
  const { items } = await repeat({ count: 6 });
  const ids = items.map(({ id }) => id);
  await move(ids[1]!, { startsAt: '2026-10-23T14:00:00Z', endsAt: '2026-10-23T16:00:00Z' });
  const { version: canceled } = await as('edda').call(getDeskEvent, { params: { itemId: ids[4]! } });
  await as('edda').call(cancelDeskEvent, { params: { itemId: ids[4]! }, body: { version: canceled, note: '' } });
  await studio.change(ids[2]!, [
    { do: 'field', name: 'startsAt', value: '2026-10-29T17:30:00.000Z' },
    { do: 'field', name: 'endsAt', value: '2026-10-29T19:00:00.000Z' },
  ]);
  const { version, sequence } = await studio.open(ids[2]!);
  await as('edda').call(publishSeriesChange, {
    params: { itemId: ids[2]! },
    body: { version, sequence, scope: 'Following', dates: 2 },
  });
  return (await feed('ana', 'allEvents')).body;
}

/**
 * The invitation to six Thursdays at 8:00 in Denver across the change of clocks on November 1, of which one was moved
 * to Friday, one was canceled, and one has no spot.
 */
async function invitation(): Promise<string> {
  const { repeat, move, eventId, as, register, setAll, newMail } = await seriesPortal();
  await move(eventId, { startsAt: '2026-10-15T14:00:00Z', endsAt: '2026-10-15T16:00:00Z' });
  const { items } = await repeat({ count: 6 });
  const ids = items.map(({ id }) => id);
  await move(ids[1]!, { startsAt: '2026-10-23T14:00:00Z', endsAt: '2026-10-23T16:00:00Z' });
  const { version } = await as('edda').call(getDeskEvent, { params: { itemId: ids[4]! } });
  await as('edda').call(cancelDeskEvent, { params: { itemId: ids[4]! }, body: { version, note: '' } });
  await register('cora', ids[5]!);
  await setAll('ana', 'Registered');
  const [mail] = (await newMail()).filter(({ to }) => to.includes('ana@portico.test'));
  return mail!.invitation!.source;
}

const READ_SERIES = `
import datetime, icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
def utc(value):
    return value.dt.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%MZ')
events = calendar.walk('VEVENT')
assert not [event.errors for event in events if event.errors]
master = [event for event in events if 'RRULE' in event][0]
print(json.dumps({'uids': len({str(event['UID']) for event in events}), 'count': master['RRULE']['COUNT'],
    'zones': [str(zone['TZID']) for zone in calendar.walk('VTIMEZONE')],
    'excluded': [utc(date) for date in master['EXDATE'].dts],
    'moved': [[utc(event['RECURRENCE-ID']), utc(event['DTSTART'])] for event in events if 'RECURRENCE-ID' in event]}))
`;

async function readWithPython(source: string): Promise<unknown> {
  const reading = run(PYTHON, ['-c', READ_SERIES]);
  reading.child.stdin!.end(source);
  return JSON.parse((await reading).stdout);
}

describe.runIf(hasPython)('icalendar of Python', () => {
  test('reads the rule of a series with the dates that were moved and canceled [DESK-086]', async () => {
    expect(await readWithPython(await changedFeed())).toEqual({
      uids: 1,
      count: [6],
      zones: ['America/Denver'],
      excluded: ['2026-11-12T15:00Z'],
      moved: [
        ['2026-10-22T14:00Z', '2026-10-23T14:00Z'],
        ['2026-10-29T14:00Z', '2026-10-29T17:30Z'],
        ['2026-11-05T15:00Z', '2026-11-05T18:30Z'],
        ['2026-11-19T15:00Z', '2026-11-19T18:30Z'],
      ],
    });
  });

  test('reads the invitation to a series with the dates that the person has [DESK-257]', async () => {
    expect(await readWithPython(await invitation())).toEqual({
      uids: 1,
      count: [6],
      zones: ['America/Denver'],
      excluded: ['2026-11-12T15:00Z', '2026-11-19T15:00Z'],
      moved: [['2026-10-22T14:00Z', '2026-10-23T14:00Z']],
    });
  });
});

async function listWithKhal(source: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-series-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'all'));
  await writeFile(join(folder, 'all', 'series.ics'), source);
  const config = join(folder, 'config');
  await writeFile(
    config,
    `[calendars]
[[all]]
path = ${join(folder, 'all')}
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = America/Denver
default_timezone = America/Denver
[sqlite]
path = ${join(folder, 'khal.db')}
`,
  );
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, LC_ALL: 'C.UTF-8' };
  const format = ['--format', '{start} {end-time}', '--day-format', ''];
  const { stdout } = await run('khal', ['-c', config, 'list', ...format, '2026-10-01', '90d'], { env });
  return stdout.split('\n').filter(Boolean);
}

describe.runIf(hasKhal)('khal', () => {
  test('lists the dates of a series as they are after moves and a cancellation [DESK-086]', async () => {
    expect(await listWithKhal(await changedFeed())).toEqual([
      '2026-10-15 08:00 10:00',
      '2026-10-23 08:00 10:00',
      '2026-10-29 11:30 13:00',
      '2026-11-05 11:30 13:00',
      '2026-11-19 11:30 13:00',
    ]);
  });

  test('lists the dates of an invitation to a series that the person has [DESK-257]', async () => {
    expect(await listWithKhal(await invitation())).toEqual([
      '2026-10-15 08:00 10:00',
      '2026-10-23 08:00 10:00',
      '2026-10-29 08:00 10:00',
      '2026-11-05 08:00 10:00',
    ]);
  });
});
