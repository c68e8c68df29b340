import { describe, expect, test } from 'vitest';
import type { ContentComponent } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { blankDraft } from '../blankDraft.ts';
import { checkDraft } from './checkDraft.ts';
import { findPersonalData } from './personalData.ts';

const draftOf = (components: unknown[], fields: Partial<ItemContent['fields']> = {}): ItemContent => ({
  fields: { ...blankDraft.fields, header: 'Title', description: 'About it.', ...fields },
  trees: { ...blankDraft.trees, components: components as ContentComponent[] },
});
const codes = (
  components: unknown[],
  fields?: Partial<ItemContent['fields']>,
  kind: Parameters<typeof checkDraft>[0] = 'news',
) => checkDraft(kind, draftOf(components, fields)).map(({ code, blocks, key }) => `${code} ${key}${blocks ? '!' : ''}`);
const words = (text: string, marks?: unknown[]) => [{ type: 'text', text, ...(marks ? { marks } : {}) }];
const body = (text: string, marks?: unknown[]) => ({
  id: 'b',
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', content: words(text, marks) }] },
});
const image = (alt: string, width = 1200) => ({
  id: '00000000-0000-4000-9000-000000000001',
  alt,
  width,
  height: 600,
  widths: [320],
});

describe('the draft checks [STUDIO-014]', () => {
  test('find no problems in a complete item', () => {
    expect(codes([{ id: 'h', type: 'Header', level: 2, text: 'Why' }, body('Because.')])).toEqual([]);
  });

  test('let an item ask for one confirmation, in the main content of a kind with its own page [DUTY-015]', () => {
    const ask = (id: string) => ({ id, type: 'Confirmation', statement: 'I have read it.', dueDate: '2026-06-20' });
    expect(codes([ask('a')])).toEqual([]);
    expect(codes([ask('a'), ask('b')])).toEqual(['SecondConfirmation b!']);
    expect(codes([ask('a')], {}, 'home')).toEqual(['SecondConfirmation a!']);
    const signUpCard = draftOf([], { startsAt: '2026-06-10T12:00:00Z', endsAt: '2026-06-10T13:00:00Z' });
    signUpCard.trees.preEventData = [ask('a')] as ContentComponent[];
    expect(checkDraft('event', signUpCard)).toMatchObject([{ code: 'SecondConfirmation', blocks: true, key: 'a' }]);
  });

  test('let only an event ask those who attended [DUTY-105]', () => {
    const ask = { id: 'a', type: 'Confirmation', statement: 'I was there.', dueDate: '2026-06-20', onlyAttended: true };
    expect(codes([ask])).toEqual(['Incomplete a!']);
    const times = { startsAt: '2026-06-10T12:00:00Z', endsAt: '2026-06-10T13:00:00Z' };
    expect(codes([ask], times, 'event')).toEqual([]);
  });

  test('report required fields that are missing, and block publication', () => {
    expect(codes([], { header: ' ' })).toEqual(['Missing field:header!']);
    expect(codes([], {}, 'event')).toEqual(['Missing field:startsAt!', 'Missing field:endsAt!']);
    expect(codes([], {}, 'document')).toEqual(['Missing field:file!']);
    expect(codes([], {}, 'resource')).toEqual(['NoOwner field:owner', 'NoReviewDate field:reviewedAt']);
    expect(codes([], { startsAt: '2026-12-02T10:00:00Z', endsAt: '2026-12-01T10:00:00Z' }, 'event')).toEqual([
      'Incomplete field:endsAt!',
    ]);
  });

  test('report a join link that is not a web address, but neither an empty one nor one of another kind [EVENTS-046]', () => {
    const times = { startsAt: '2026-12-03T15:00:00.000Z', endsAt: '2026-12-03T16:00:00.000Z' };
    const check = (joinLink: string | null) => codes([], { ...times, joinLink }, 'event');
    expect(check('meet.example.com/1')).toEqual(['Incomplete field:joinLink!']);
    for (const fine of [null, '', ' ', ' https://meet.example.com/1 ']) expect(check(fine), String(fine)).toEqual([]);
    expect(codes([], { joinLink: 'meet.example.com/1' })).toEqual([]);
  });

  test('find what is incomplete, empty or hard to use', () => {
    expect(codes([{ id: 'h', type: 'Header', level: 2, text: '' }])).toEqual(['Incomplete h!']);
    expect(checkDraft('news', draftOf([{ id: 'h', type: 'Header', level: 2, text: '' }]))).toMatchObject([
      { code: 'Incomplete', words: 'text' },
    ]);
    expect(codes([{ id: 'b', type: 'BodyText', body: { type: 'doc', content: [] } }])).toEqual(['EmptyComponent b']);
    expect(
      codes([
        { id: 'a', type: 'Header', level: 2, text: 'A' },
        { id: 'c', type: 'Header', level: 4, text: 'C' },
      ]),
    ).toEqual(['SkippedHeading c']);
    expect(codes([body('here', [{ type: 'link', attrs: { href: '/news' } }])])).toEqual(['VagueLink b']);
    expect(codes([body('the 2027 fee schedule', [{ type: 'link', attrs: { href: '/news' } }])])).toEqual([]);
    expect(codes([{ id: 't', type: 'Table', align: ['Left'], header: [[]], rows: [[words('1')]] }])).toEqual([
      'NoTableHeader t',
    ]);
  });

  test('report an empty table, and tables that readers cannot tell apart [STUDIO-320]', () => {
    const table = (id: string, cell: string, caption?: string) => ({
      id,
      type: 'Table',
      align: ['Left'],
      header: [words(cell)],
      rows: [[words(cell)]],
      ...(caption !== undefined && { caption }),
    });
    expect(codes([{ id: 't', type: 'Table', align: ['Left', 'Left'], header: [[], []], rows: [[[], []]] }])).toEqual([
      'EmptyComponent t',
    ]);
    expect(codes([table('t', '\u00a0\u200b ')])).toEqual(['EmptyComponent t']);
    expect(codes([table('t', ' ', '\u200b ')])).toEqual(['EmptyComponent t']);
    expect(codes([table('t', ' ', 'Fees in 2027')])).toEqual(['NoTableHeader t']);
    expect(codes([table('t', ' ', 'Maria Alvarez, 219-09-9999')])).toEqual([
      'NoTableHeader t',
      'SocialSecurityNumber t!',
    ]);
    expect(codes([table('t', 'Fee')])).toEqual([]);
    expect(codes([table('t', 'Fee'), table('u', 'Rate')])).toEqual(['UnnamedTable t', 'UnnamedTable u']);
    expect(codes([table('t', 'Fee', 'Fees'), table('u', 'Rate', ' ')])).toEqual(['UnnamedTable u']);
    expect(codes([table('t', 'Fee', 'Fees'), table('u', 'Rate', 'fees')])).toEqual(['UnnamedTable u']);
    expect(codes([table('t', 'Fee', 'Fees'), table('u', 'Rate', 'Rates')])).toEqual([]);
    const part = { id: 'p', type: 'ExpandCollapse', title: 'More', components: [table('u', 'Rate')] };
    expect(codes([table('t', 'Fee', 'Fees'), part])).toEqual(['UnnamedTable u']);
  });

  test('require alternative text and pictures that are large enough', () => {
    const picture = (alt: string, width: number) => ({
      id: 'i',
      type: 'Image',
      image: image(alt, width),
      size: 'Big',
      alignment: 'Center',
    });
    expect(codes([picture('', 600)])).toEqual(['NoAlternativeText i']);
    expect(codes([picture('A desk', 599)])).toEqual(['SmallPicture i']);
    expect(codes([picture('A desk', 600)])).toEqual([]);
    const portrait = (width: number) => ({
      id: 'p',
      type: 'HeadshotName',
      image: image('Ana Ruiz', width),
      name: 'Ana Ruiz',
    });
    expect(codes([portrait(159)])).toEqual(['SmallPicture p']);
    expect(codes([portrait(160)])).toEqual([]);
  });

  test('check components inside containers and report their own ids', () => {
    const part = { id: 'p', type: 'ExpandCollapse', title: 'More', components: [body('SSN 219-09-9999')] };
    expect(codes([part])).toEqual(['SocialSecurityNumber b!']);
  });
});

describe('the personal data check [STUDIO-321]', () => {
  const found = (text: string) => findPersonalData(text).map(({ kind }) => kind);

  test.each([
    ['His number is 219-09-9999.', ['SocialSecurityNumber']],
    ['Form 000-12-3456', []],
    ['Form 666-12-3456', []],
    ['Form 900-12-3456', []],
    ['Case 219-00-9999', []],
    ...[
      '\u2010',
      '\u2011',
      '\u2012',
      '\u2013',
      '\u2014',
      '\u2212',
      '\ufe63',
      '\uff0d',
      ' - ',
      '\u00a0\u2013\u00a0',
      ' ',
      '\u00a0',
      '\u2007',
      '\u2009',
      '\u202f',
      '\u3000',
    ].map((separator): [string, string[]] => [
      `Her number is 219${separator}09${separator}9999.`,
      ['SocialSecurityNumber'],
    ]),
    ...['\u200b', '\u00ad', '\u2060', '\ufeff', '\u200e', '\ufe0e'].map((invisible): [string, string[]] => [
      `Her number is 2${invisible}19-${invisible}09-99${invisible}99.`,
      ['SocialSecurityNumber'],
    ]),
    ['４１１１\u20111111\u20111111\u20111111', ['CardNumber']],
    ['Routing number: 0210\u200b00021', ['AccountNumber']],
    ['Account #1234\u20115678', ['AccountNumber']],
    ['Figures 100 219 09 9999', []],
    ['Figures 219 09 9999 100', []],
    ['From 219-09 9999', []],
    ['From 219 09-9999', []],
    ['From 219 - 09-9999', []],
    ['Client 4 219-09-9999', ['SocialSecurityNumber']],
    ['Numbers 219-09-9999 3 copies', ['SocialSecurityNumber']],
    ['Numbers 219-09-9999 219-09-9998', ['SocialSecurityNumber']],
    ['Her number\u2014219-09-9999\u2014is on the form', ['SocialSecurityNumber']],
    ['Her number is 219 09 9999, and 3 copies', ['SocialSecurityNumber']],
    ['Part 1219-09-9999', []],
    ['Part 219-09-99991', []],
    ['Part 1-219-09-9999', []],
    ['Part 219-09-9999-1', []],
    ['Phone (617) 555-0110', []],
    ['4111 1111 1111 1111', ['CardNumber']],
    ['4111 1111 1111 1112', []],
    ['Mastercard 2223 0000 4840 0011', ['CardNumber']],
    ['Mastercard 2720-9900-0000-0007', ['CardNumber']],
    ['Invoice 2721 0000 0000 0004', []],
    ['Invoice 2220 9999 9999 9991', []],
    ['Order 1111 1111 1111 1117', []],
    ['Routing number: 021000021', ['AccountNumber']],
    ['Routing number: 021000022', []],
    ['Account #12345678', ['AccountNumber']],
    ['Account 1234567', []],
    ['Acct.# 1234-5678', ['AccountNumber']],
    ['ABA no. 021000021.', ['AccountNumber']],
    ['Fees of aec22231-450e-aba7-621529135cd2', []],
    ['Account 12345678-aba', []],
    ['In 2026 we opened 12345678 accounts', []],
  ])('finds in "%s": %j', (text, kinds) => {
    expect(found(text)).toEqual(kinds);
  });
});

test('the administrator chooses which checks block publication; missing content always does [STUDIO-244]', () => {
  const draft = draftOf([body('SSN 219-09-9999')], { header: '', description: '' });
  const codesWith = (levels: Parameters<typeof checkDraft>[2]) =>
    checkDraft('news', draft, levels).map(({ code, blocks }) => `${code}${blocks ? '!' : ''}`);
  expect(codesWith({})).toEqual(['Missing!', 'NoDescription', 'SocialSecurityNumber!']);
  expect(codesWith({ levels: { NoDescription: 'Block', SocialSecurityNumber: 'Warn' } })).toEqual([
    'Missing!',
    'NoDescription!',
    'SocialSecurityNumber',
  ]);
});

test('the draft checks report broken links and pictures too small for their place [STUDIO-243, STUDIO-245]', () => {
  const link = (href: string) => [{ type: 'link', attrs: { href } }];
  const draft = draftOf(
    [
      body('the old rules', link('/news/gone')),
      { id: 'i', type: 'Image', image: image('A lake', 390), size: 'Medium', alignment: 'Left' },
      { id: 'j', type: 'Image', image: image('A lake', 390), size: 'Small', alignment: 'Left' },
    ],
    { image: image('A lake', 599) as never },
  );
  const found = checkDraft('news', draft, { deadLinks: new Set(['/news/gone', '/elsewhere']) });
  expect(found.map(({ code, key, words: said }) => `${code} ${key} ${said}`)).toEqual([
    'SmallPicture field:image 599',
    'DeadLink b /news/gone',
    'SmallPicture i 390',
  ]);
});
