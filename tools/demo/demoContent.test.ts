import { readFileSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '@portico/contracts/durations';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { isInAudience } from '@portico/authoring/audience';
import { AudienceRule } from '@portico/kinds/audience';
import { AdvisorType } from '@portico/kinds/advisorType';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { withDatesWritten } from '../content-import/dates/datedTexts.ts';
import { root } from '../root.ts';
import { Colleague, colleagueEmail } from './demoColleagues.ts';
import { readDemoFacts } from './demoFacts.ts';

const folder = join(root, 'demo');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const Item = z.looseObject({
  id: z.string(),
  title: z.string(),
  publishedAt: z.string(),
  source: z.string(),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  file: z.optional(z.string()),
});
const Settings = z.object({
  anchorDate: z.iso.date(),
  timeZone: z.string(),
  items: z.record(
    z.string(),
    z.looseObject({
      audience: z.optional(z.array(AdvisorType)),
      audienceRule: z.optional(AudienceRule),
      draft: z.optional(z.boolean()),
      expiresAt: z.optional(z.string()),
    }),
  ),
});

const settings = z.parse(Settings, JSON.parse(read('settings.json')));
const linesOf = (name: string) =>
  read(`${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => z.parse(Item, JSON.parse(line)));
const kinds = {
  news: linesOf('news'),
  event: linesOf('events'),
  resource: linesOf('resources'),
  document: linesOf('documents'),
};
const items = new Map(Object.values(kinds).flatMap((lines) => lines.map((item) => [item.id, item] as const)));

const everyone = AdvisorType.options;
const audienceOf = (id: string): readonly AdvisorType[] => settings.items[id]?.audience ?? everyone;
const ruleOf = (id: string): AudienceRule | undefined => settings.items[id]?.audienceRule;
const isDraft = (id: string): boolean => settings.items[id]?.draft ?? false;
/** Everything that the collection says about an item. */
const textOf = (id: string): string => JSON.stringify([items.get(id), settings.items[id] ?? {}]);
const pages = ['home.json', 'pages.json', 'menu.json', 'people.json', 'duties.json', 'entries.json'].map((name) => ({
  name,
  text: read(name),
}));

/** Ids that a text refers to: links to items, files of lists, films. */
const referencesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/item:([\w.-]+)|"(?:document|item)": ?"([\w.-]+)"/g)].map(([, link, file]) => (link ?? file)!),
  ),
];
/** The day of an instant in the firm's time zone. */
const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(new Date(instant));

test('the demo has news, resources, documents, and past and upcoming events', () => {
  expect(kinds.news.length).toBeGreaterThanOrEqual(60);
  expect(kinds.event.length).toBeGreaterThanOrEqual(45);
  expect(kinds.resource.length).toBeGreaterThanOrEqual(60);
  expect(kinds.document.length).toBeGreaterThanOrEqual(40);
  const ahead = kinds.event.filter(({ startDate }) => dayOf(startDate!) > settings.anchorDate);
  expect(ahead.length).toBeGreaterThan(15);
  expect(kinds.event.length - ahead.length).toBeGreaterThan(15);
});

test('every reference in the demo names an existing item, and every path an existing page [DEMO-003]', () => {
  const texts = [...pages.map(({ text }) => text), ...[...items.keys()].map(textOf)].join('\n');
  expect(referencesIn(texts).filter((id) => !items.has(id))).toEqual([]);
  const paths = [...texts.matchAll(/\]\((\/[^)#?]*)|"href": ?"(\/[^"#?]*)/g)].map(([, link, href]) => link ?? href!);
  const known = new Set<string>([...contentPagePaths, '/', '/news', '/events', '/resources', '/documents', '/search']);
  expect([...new Set(paths)].filter((path) => !known.has(path))).toEqual([]);
});

test('anyone who sees a demo item can open what it links to, and nothing links to a draft or to later news [DEMO-003]', () => {
  const problems: string[] = [];
  for (const [id, { publishedAt }] of items) {
    if (isDraft(id)) continue;
    for (const target of referencesIn(textOf(id))) {
      const { publishedAt: targetDate } = items.get(target)!;
      const isHidden =
        audienceOf(id).some((type) => !audienceOf(target).includes(type)) ||
        (ruleOf(target) !== undefined && !isDeepStrictEqual(ruleOf(target), ruleOf(id)));
      const isLater = dayOf(targetDate) >= settings.anchorDate && targetDate > publishedAt;
      if (isHidden || isLater || isDraft(target) || settings.items[target]?.expiresAt)
        problems.push(`${id} -> ${target}`);
    }
  }
  for (const { name, text } of pages.filter(({ name }) => name === 'home.json' || name === 'pages.json'))
    for (const target of referencesIn(text))
      if (audienceOf(target).length < everyone.length || ruleOf(target)) problems.push(`${name} -> ${target}`);
  expect(problems).toEqual([]);
});

test('everyone who sees a notice or menu entry of the demo may open what it links to', () => {
  const People = z.looseObject({
    notices: z.array(z.looseObject({ item: z.string(), audience: z.optional(z.array(AdvisorType)) })),
  });
  for (const { item, audience = everyone } of z.parse(People, JSON.parse(read('people.json'))).notices)
    expect(audienceOf(item), item).toEqual(expect.arrayContaining([...audience]));
  const Entry = z.looseObject({ pageLink: z.optional(z.string()), audience: z.optional(z.array(AdvisorType)) });
  const entries = [...read('menu.json').matchAll(/\{[^{}]*"pageLink": "item:[^{}]*\}/g)].map(([text]) =>
    z.parse(Entry, JSON.parse(text)),
  );
  expect(entries.length).toBeGreaterThan(3);
  for (const { pageLink = '', audience = everyone } of entries)
    expect(audienceOf(pageLink.replace('item:', '')), pageLink).toEqual(expect.arrayContaining([...audience]));
});

test('notifications and tasks of a demo account link only to what that person may open [DEMO-003]', () => {
  const ByAccount = z.record(z.string(), z.array(z.looseObject({ item: z.optional(z.string()) })));
  const { notifications, tasks } = z.parse(
    z.looseObject({ notifications: ByAccount, tasks: ByAccount }),
    JSON.parse(read('people.json')),
  );
  const problems: string[] = [];
  let checked = 0;
  for (const [username, led] of [...Object.entries(notifications), ...Object.entries(tasks)]) {
    const { advisorType } = demoAccounts.find((account) => account.username === username)!;
    for (const item of led.flatMap((one) => (one.item ? [one.item] : []))) {
      checked += 1;
      const isOpen = items.has(item) && !isDraft(item) && !ruleOf(item);
      if (!isOpen || !audienceOf(item).includes(advisorType as AdvisorType)) problems.push(`${username} -> ${item}`);
    }
  }
  expect(checked).toBeGreaterThan(15);
  expect(problems).toEqual([]);
});

test('no two entries of the demo’s menu share an icon', () => {
  const icons = [...read('menu.json').matchAll(/"icon": "([^"]+)"/g)].map(([, icon]) => icon!);
  expect(icons.length).toBeGreaterThan(30);
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([]);
});

test('a day named next to a link to a demo event is the day of that event [DEMO-004]', () => {
  const wrong: string[] = [];
  let found = 0;
  for (const text of [...[...items.keys()].map(textOf), ...pages.map((page) => page.text)])
    for (const [words, id, day] of text.matchAll(
      /\(item:(event-[\w-]+)\)[^.|\n"]{0,40}?(?:on|,) \{\{(?:day|date) (\d{4}-\d\d-\d\d)\}\}/g,
    )) {
      const { startDate, endDate } = items.get(id!)!;
      found += 1;
      if (day! < dayOf(startDate!) || day! > dayOf(endDate!)) wrong.push(words);
    }
  expect(found).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('dates in the demo’s texts are tokens on business days, except dates set by law', () => {
  const texts = [...[...items.keys()].map(textOf), ...pages.map(({ text }) => text)];
  const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
  /** Dates set by law, which do not move with the demo. */
  const legal = /^(?:December 3, 2025|June 3, 2026)$/;
  const fixed = texts.flatMap((text) => text.match(new RegExp(`\\b(?:${months}) \\d{1,2}, 20\\d\\d`, 'g')) ?? []);
  expect(fixed.filter((date) => !legal.test(date))).toEqual([]);
  const tokens = texts.flatMap((text) => [...text.matchAll(/\{\{\w+ (\d{4}-\d\d-\d\d)\}\}/g)].map(([, day]) => day!));
  expect(tokens.length).toBeGreaterThan(80);
  /** The Denver office moves its phones on a Saturday. */
  const weekend = tokens.filter((day) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay()));
  expect([...new Set(weekend)]).toEqual(['2026-12-05']);
  for (const text of texts) expect(() => withDatesWritten(JSON.parse(text) as unknown, undefined)).not.toThrow();
});

test('an assistant, an insurance-only agent and an advisor of each type see different demo items [DEMO-005]', () => {
  const seenBy = (type: AdvisorType) => [...items.keys()].filter((id) => !isDraft(id) && audienceOf(id).includes(type));
  const representatives: AdvisorType[] = [
    'AdvisorCorporate',
    'AdvisorBrokerOnly',
    'AdvisorHybrid',
    'AdvisorIFA',
    'LicensedAssistant',
    'Nla',
    'InsuranceOnly',
  ];
  const views = representatives.map((type) => seenBy(type).toSorted().join());
  expect(new Set(views).size).toBe(representatives.length);
  const expected: Record<string, { sees: string[]; misses: string[] }> = {
    InsuranceOnly: {
      sees: ['insurance-annuity-training', 'res-annuity-review'],
      misses: ['orion-billing-january', 'res-rmd'],
    },
    LicensedAssistant: {
      sees: ['assistant-career-path', 'event-assistants-forum'],
      misses: ['res-succession', 'ifa-fee-transparency'],
    },
    AdvisorIFA: {
      sees: ['ifa-fee-transparency', 'res-advisory-fees'],
      misses: ['res-options-margin', 'hybrid-dual-hat'],
    },
    AdvisorBrokerOnly: {
      sees: ['reg-bi-examples', 'res-options-margin'],
      misses: ['orion-billing-january', 'advisory-brochure-delivery'],
    },
    AdvisorHybrid: {
      sees: ['hybrid-dual-hat', 'reg-bi-examples', 'orion-billing-january'],
      misses: ['corporate-team-models'],
    },
    AdvisorCorporate: { sees: ['corporate-team-models', 'event-leadership-days'], misses: ['assistant-career-path'] },
  };
  for (const [type, { sees, misses }] of Object.entries(expected)) {
    const seen = seenBy(type as AdvisorType);
    expect(seen, type).toEqual(expect.arrayContaining(sees));
    expect(
      seen.filter((id) => misses.includes(id)),
      type,
    ).toEqual([]);
  }
});

test('on each day of the demo’s first week every type of person sees different news on top, and each member has a task [DEMO-005]', () => {
  const { tasks } = z.parse(
    z.looseObject({ tasks: z.record(z.string(), z.array(z.looseObject({ isDone: z.optional(z.boolean()) }))) }),
    JSON.parse(read('people.json')),
  );
  const members = demoAccounts.filter(({ roles }) => roles.includes('member'));
  /** The list and the dashboard sort by newest first, and three are in view. */
  const firstThree = (type: string, day: number) =>
    kinds.news
      .filter(({ id }) => !isDraft(id) && audienceOf(id).includes(type as AdvisorType))
      .filter(({ publishedAt }) => Date.parse(publishedAt) < Date.parse(settings.anchorDate) + (day + 0.5) * DAY_MS)
      .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
      .slice(0, 3)
      .map(({ id }) => id)
      .join();
  for (let day = 0; day < 7; day += 1)
    expect(new Set(members.map(({ advisorType }) => firstThree(advisorType, day))).size, `day ${day}`).toBe(
      members.length,
    );
  expect(members.filter(({ username }) => !tasks[username]?.some(({ isDone }) => !isDone))).toEqual([]);
});

test('no title written for the demo names a federal agency, and email addresses and phone numbers are fictitious [DEMO-006]', () => {
  const agencies =
    /\b(?:GSA|IRS|Internal Revenue|SEC|FDIC|CFPB|DOL|FOMC|VA|Federal|Treasury|Department of|Fed|Social Security Administration)\b/;
  const ours = [...items.values()].filter(({ source }) => source === 'QUILLHAVEN');
  expect(items.size - ours.length).toBeLessThan(5);
  expect(ours.map(({ title }) => title).filter((title) => agencies.test(title))).toEqual([]);
  const texts = [...[...items.keys()].map(textOf), ...pages.map(({ text }) => text)].join('\n');
  const phones = texts.match(/\(\d{3}\) \d{3}-\d{4}/g) ?? [];
  expect(phones.filter((phone) => !/^\(617\) 555-01\d\d$/.test(phone))).toEqual([]);
  const mailboxes = texts.match(/[\w.]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
  expect(mailboxes.filter((mailbox) => !mailbox.endsWith('.example'))).toEqual([]);
});

test('every kind of component appears in the demo [DEMO-007]', () => {
  const texts = [...[...items.keys()].map(textOf), ...pages.map(({ text }) => JSON.stringify(JSON.parse(text)))].join();
  const page =
    'BodyText BulletedList Callout Checklist Columns ContactLink Divider ExpandCollapse FileList Form HeadshotDetails HeadshotName Header IconsList Image ImageGallery Link Quote Table Tile Video';
  const form = 'Checkbox DropDownList FileUpload MultiChoice SingleChoice TextArea TextField TitleAndDescription';
  const shown = `${page} ${form}`.split(' ');
  expect(shown).toHaveLength(29);
  expect(shown.filter((kind) => !texts.includes(`"type":"${kind}"`))).toEqual([]);
});

test('each demo document has its file, each file its document, and each source text its file', () => {
  const named = kinds.document.map(({ file }) => file!).toSorted();
  expect(readdirSync(join(folder, 'files')).toSorted()).toEqual(named);
  const written = readdirSync(join(folder, 'texts'), { recursive: true, encoding: 'utf8' })
    .filter((path) => extname(path) === '.md')
    .map((path) => `${basename(path, '.md')}.${path.split(/[\\/]/)[0]}`);
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter((name) => !named.includes(name))).toEqual([]);
});

test('the demo’s people file has every account and colleague, and items with an audience rule reach some of them and not others [DEMO-005, AUDIENCE-014]', () => {
  const { people, rejected, unknownColumns } = readDemoFacts();
  expect({ rejected, unknownColumns }).toEqual({ rejected: [], unknownColumns: [] });
  const { colleagues } = z.parse(z.object({ colleagues: z.array(Colleague) }), JSON.parse(read('people.json')));
  expect(people.map(({ email }) => email).sort()).toEqual(
    [
      ...demoAccounts.map(({ email }) => email),
      ...colleagues.map(({ givenName, surname }) => colleagueEmail(givenName, surname)),
    ].sort(),
  );
  const ruled = [...items.keys()].filter((id) => ruleOf(id));
  expect(ruled.length).toBeGreaterThan(1);
  for (const id of ruled) {
    const audience = { audience: [], audienceRule: ruleOf(id)! };
    const readers = people.filter(({ facts }) => isInAudience(audience, facts));
    expect(readers.length, id).toBeGreaterThan(1);
    expect(readers.length, id).toBeLessThan(people.length / 2);
    expect(
      readers.some(({ email }) => email.endsWith('@portico.test')),
      id,
    ).toBe(true);
  }
});
