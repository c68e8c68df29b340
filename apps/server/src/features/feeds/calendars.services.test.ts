import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setRegistration } from '@portico/contracts/events';
import { createFeeds } from '@portico/contracts/feeds';
import { readInvitation } from '@portico/dev-mailbox/readMail';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isInstalled, PYTHON } from '../../testing/services/isInstalled.ts';
import { invitationPortal } from '../events/testing/invitationPortal.ts';

const run = promisify(execFile);
const hasSync =
  (await isInstalled('khal', ['--version'], 'khal')) && (await isInstalled('vdirsyncer', ['--version'], 'vdirsyncer'));
const hasPython = await isInstalled(PYTHON, ['-c', 'import icalendar'], 'python3-icalendar');

const TITLE = 'Port\u00adfolio re\u00adview, Q4: fees; “caps” & José’s 👩\u200d👧 table';
const READ_TITLE = 'Portfolio review, Q4: fees; “caps” & José’s 👩\u200d👧 table';

/** A portal with two events, one of which `ana` attends, and her feed addresses. */
async function portalWithFeeds() {
  const portal = await invitationPortal();
  const { as, make, set } = portal;
  const other = await make.event({
    header: TITLE,
    description: `A long description that has to be folded. ${'Ünïcödé '.repeat(40)}`,
    startsAt: '2026-06-15T14:00:00Z',
    endsAt: '2026-06-15T15:30:00Z',
    locationType: 'InPerson',
    location: 'Suite 5B; 2nd floor, Boston',
    registration: { capacity: 3 },
  });
  await set('ana', 'Registered');
  const feeds = await as('ana').call(createFeeds, {});
  const body = async (address: string) => (await portal.portal.inject({ url: new URL(address).pathname })).body;
  return { ...portal, other, feeds, body };
}

interface ReadEvent {
  uid: string;
  summary: string;
  transp: string;
  status: string;
  sequence: number;
  stamp: string;
  start: string;
}

const READ_EVENTS = `
import icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
def one(event):
    errors = [str(error) for error in getattr(event, 'errors', [])]
    assert not errors, errors
    return {'uid': str(event['UID']), 'summary': str(event['SUMMARY']), 'transp': str(event.get('TRANSP', '')),
        'status': str(event.get('STATUS', '')), 'sequence': int(event.get('SEQUENCE', 0)),
        'stamp': event['DTSTAMP'].dt.isoformat(), 'start': event['DTSTART'].dt.isoformat()}
print(json.dumps({'method': str(calendar.get('METHOD', '')), 'events': [one(event) for event in calendar.walk('VEVENT')]}))
`;

async function readWithPython(source: string): Promise<{ method: string; events: ReadEvent[] }> {
  const reading = run(PYTHON, ['-c', READ_EVENTS]);
  reading.child.stdin!.end(source);
  return JSON.parse((await reading).stdout) as { method: string; events: ReadEvent[] };
}

describe.runIf(hasPython)('read by icalendar of Python', () => {
  test('a feed of all events makes its owner busy only during attended ones, and no stamp is in the future [EVENTS-038]', async () => {
    const { feeds, body, clock } = await portalWithFeeds();
    const { events } = await readWithPython(await body(feeds.allEvents));
    expect(events.map(({ summary, transp, status }) => [summary, transp, status])).toEqual([
      ['Spring conference', 'OPAQUE', 'CONFIRMED'],
      [READ_TITLE, 'TRANSPARENT', 'CONFIRMED'],
    ]);
    for (const { stamp } of events) expect(Date.parse(stamp)).toBeLessThanOrEqual(clock.now.getTime());
  });

  test('invitation, cancellation and new invitation have one uid and rising sequence numbers [EVENTS-035]', async () => {
    const { invite, set, newMail } = await portalWithFeeds();
    await invite('ana');
    const sources = [(await newMail())[0]!.invitation!.source];
    for (const status of ['Unregistered', 'Registered'] as const) {
      await set('ana', status);
      sources.push((await newMail())[0]!.invitation!.source);
    }
    const read = await Promise.all(sources.map(readWithPython));
    expect(read.map(({ method, events }) => [method, events[0]!.status])).toEqual([
      ['REQUEST', 'CONFIRMED'],
      ['CANCEL', 'CANCELLED'],
      ['REQUEST', 'CONFIRMED'],
    ]);
    expect(new Set(read.map(({ events }) => events[0]!.uid)).size).toBe(1);
    const sequences = read.map(({ events }) => events[0]!.sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  });
});

test('ical.js reads every event of a feed with its title, place and times [EVENTS-038]', async () => {
  const { feeds, body } = await portalWithFeeds();
  const feed = await body(feeds.allEvents);
  const [head, ...entries] = feed.split('BEGIN:VEVENT\r\n');
  const read = entries.map((entry) =>
    readInvitation(`${head}BEGIN:VEVENT\r\n${entry.replace(/END:VCALENDAR\r\n$/, '')}END:VCALENDAR\r\n`),
  );
  expect(read.map(({ summary, location, start }) => [summary, location, start])).toEqual([
    ['Spring conference', 'Hall 2, Denver', '2026-06-11T14:00:00.000Z'],
    [READ_TITLE, 'Suite 5B; 2nd floor, Boston', '2026-06-15T14:00:00.000Z'],
  ]);
});

describe.runIf(hasSync)('khal, which synchronizes with vdirsyncer', () => {
  test('lists the events of a feed, and follows a registration, a change and a withdrawal [EVENTS-038]', async () => {
    const { feeds, portal, as, other, change, unpublish } = await portalWithFeeds();
    const folder = await mkdtemp(join(tmpdir(), 'portico-calendars-'));
    const server = createServer((request, response) => {
      void portal.inject({ url: request.url! }).then(({ statusCode, headers, rawPayload }) => {
        response.writeHead(statusCode, { 'content-type': String(headers['content-type']) });
        response.end(rawPayload);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    });
    const { port } = server.address() as AddressInfo;
    const address = (feed: string) => `http://127.0.0.1:${port}${new URL(feed).pathname}`;
    await mkdir(join(folder, 'all'));
    await mkdir(join(folder, 'own'));
    const pair = (name: string, feed: string) => `
[pair ${name}]
a = "${name}_remote"
b = "${name}_local"
collections = null
conflict_resolution = "a wins"
[storage ${name}_remote]
type = "http"
url = "${address(feed)}"
[storage ${name}_local]
type = "filesystem"
path = "${join(folder, name)}"
fileext = ".ics"
`;
    const sync = join(folder, 'vdirsyncer');
    await writeFile(
      sync,
      `[general]\nstatus_path = "${join(folder, 'status')}"\n${pair('all', feeds.allEvents)}${pair('own', feeds.myEvents)}`,
    );
    const khal = join(folder, 'khal');
    const format = ['timeformat = %H:%M', 'dateformat = %Y-%m-%d', 'longdateformat = %Y-%m-%d'].join('\n');
    await writeFile(
      khal,
      `[calendars]
${['all', 'own'].map((name) => `[[${name}]]\npath = ${join(folder, name)}\n`).join('')}
[locale]
${format}
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = America/New_York
default_timezone = America/New_York
[sqlite]
path = ${join(folder, 'khal.db')}
`,
    );
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, LC_ALL: 'C.UTF-8' };
    await run('vdirsyncer', ['-c', sync, 'discover'], { env });
    const listed = async (calendar: string) => {
      await run('vdirsyncer', ['-c', sync, 'sync'], { env });
      const { stdout } = await run(
        'khal',
        [
          '-c',
          khal,
          'list',
          '-a',
          calendar,
          '--format',
          '{start} {title} @ {location}',
          '--day-format',
          '',
          '2026-06-10',
          '30d',
        ],
        { env },
      );
      return stdout.split('\n').filter(Boolean);
    };
    const conference = '2026-06-11 10:00 Spring conference @ Hall 2, Denver';
    const review = `2026-06-15 10:00 ${READ_TITLE} @ Suite 5B; 2nd floor, Boston`;
    expect(await listed('all')).toEqual([conference, review]);
    expect(await listed('own')).toEqual([conference]);
    await as('ana').call(setRegistration, { params: { eventId: other }, body: { registrationStatus: 'Registered' } });
    expect(await listed('own')).toEqual([conference, review]);
    await change({ startsAt: '2026-06-11T15:00:00Z', endsAt: '2026-06-11T17:00:00Z' });
    expect((await listed('own'))[0]).toBe('2026-06-11 11:00 Spring conference @ Hall 2, Denver');
    await unpublish();
    expect(await listed('all')).toEqual([review]);
    expect(await readdir(join(folder, 'all'))).toHaveLength(1);
  });
});
