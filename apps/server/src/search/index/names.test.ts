import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listPeople } from '@portico/contracts/admin/people';
import { foldWords } from '@portico/contracts/foldWords';
import { isNameMatch, nameFit } from '@portico/contracts/nameMatches';
import { searchDestinations, searchPortal, suggestSearch } from '@portico/contracts/search';
import { findPeople } from '@portico/contracts/studio/audience';
import { listStudioColleagues } from '@portico/contracts/studio/roles';
import { z } from 'zod/mini';
import { readRow, readRowOrThrow, readRows } from '../../db/rows.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';
import { isNamed, personFit } from './names.ts';

const shared = sharedPortal();

const folded: Array<[text: string, words: string[] | null]> = [
  ['José Marín', ['jose', 'marin']],
  ['JOSE\u0301 MARI\u0301N', ['jose', 'marin']],
  ['A.J. Burke', ['a', 'j', 'burke']],
  ['O’Brien', ['o', 'brien']],
  ["Siobhán O'Brien-Smith", ['siobhan', 'o', 'brien', 'smith']],
  ['de la Cruz', ['de', 'la', 'cruz']],
  ['Sammy Davis, Jr.', ['sammy', 'davis', 'jr']],
  ['Łukasz Żółć', ['lukasz', 'zolc']],
  ['Søren Ærø', ['soren', 'aero']],
  ['Jürgen Groß', ['jurgen', 'gross']],
  ['GROẞ', ['gross']],
  ['Đỗ Thị Hương', ['do', 'thi', 'huong']],
  ['İbrahim Çağlar Işık', ['ibrahim', 'caglar', 'isik']],
  ['Björk Guðmundsdóttir Þór', ['bjork', 'gudmundsdottir', 'thor']],
  ['Ольга Йовович', ['ольга', 'иовович']],
  ['Ελένη Παπαδόπουλος', ['ελενη', 'παπαδοπουλοσ']],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ', ['παπαδοπουλοσ']],
  ['מֹשֶׁה כֹּהֵן', ['משה', 'כהן']],
  ['مُحَمَّد', ['محمد']],
  ['李小龍', ['李小龍']],
  ['サトウ ガク', ['サトウ', 'カク']],
  ['Keʻala Kaʻahumanu', ['ke', 'ala', 'ka', 'ahumanu']],
  ['Oʼneil, ʾAlī ʿUmar', ['o', 'neil', 'ali', 'umar']],
  ['Tŉ ꞋA ꞌB ˈCˊD ˮE ߴF', ['t', 'n', 'a', 'b', 'c', 'd', 'e', 'f']],
  ['R&D', ['r', 'and', 'd']],
  ['401(k)', ['401', 'k']],
  ['W-9', ['w', '9']],
  ['ＦＩＮＲＡ № ５', ['finra', 'no', '5']],
  ['ﬁnance™ ½', ['financetm', '1', '2']],
  // Only the same in both.
  ['नमस्ते 김민준 ไทย', null],
  ['\u200b \u00ad - – — ’ _ %', []],
  ['', []],
];

test.for(folded)('the name “%s” has the same words in SQL and in TypeScript [SEARCH-031]', async ([text, words]) => {
  const inSql = await readRowOrThrow(
    shared().db,
    z.object({ words: z.array(z.string()) }),
    sql`select fold_words(${text}) as words`,
  );
  expect(foldWords(text)).toEqual(inSql.words);
  if (words) expect(inSql.words).toEqual(words);
});

const found: Array<[name: string, typed: string[]]> = [
  ['José Marín', ['jose marin', 'JOSÉ', 'marín j', 'Jose Mar']],
  ['A.J. Burke', ['AJ Burke', 'a j burke', 'A.J. Burke', 'aj', 'burke a.j.', 'ajburke']],
  ['AJ Burke', ['A.J. Burke', 'a j burke', 'aj b']],
  ["Kate O'Brien", ['O’Brien', 'obrien', 'o brien', "kate o'b", 'OBRIEN KATE']],
  ['Keʻala Kaʻahumanu', ['Keala Kaahumanu', "Ke'ala Ka'ahumanu", 'ke‘ala', 'KEʻALA', 'kaahu']],
  ["Tip O'Neil", ['oʼneil', 'Oʻneil', 'oneil', 'o neil']],
  ['Tip Oʼneil', ["O'Neil", 'o’neil', 'oneil']],
  ['Kate OBrien', ["O'Brien", 'o brien', 'kate obri']],
  ['Ana Smith-Jones', ['smith jones', 'smithjones', 'jones', 'Smith–Jones', 'ana jones']],
  ['Juan de la Cruz', ['de la cruz', 'delacruz', 'cruz', 'juan delac', 'DeLaCruz']],
  ['Juan Delacruz', ['de la cruz', 'juan de la cruz']],
  ['Sammy Davis Jr.', ['davis jr', 'Davis, Jr.', 'sammy davis']],
  ['Łukasz Groß', ['lukasz gross', 'Łuk', 'groß']],
  ['Ольга Петрова', ['ольга', 'ПЕТРОВА о']],
  ['李小龍', ['李', '李小龍']],
  ['김민준', ['김', '김민준']],
  ['Form W-9', ['w9', 'W-9', 'w 9', 'form w-9']],
  ['Our 401(k) plan', ['401k', '401(k)', '401 k', '401-k plan']],
  ['R&D credits', ['R&D', 'r & d', 'R and D']],
];

test.for(found.flatMap(([name, typed]) => typed.map((each) => [name, each] as const)))(
  '“%s” is found by “%s” [SEARCH-031]',
  async ([name, typed]) => {
    expect(isNameMatch(name, typed)).toBe(true);
    expect(await isFoundInSql(name, typed)).toBe(true);
  },
);

test.for([
  ['José Marín', 'joke'],
  ['José Marín', 'arin'],
  ['Ana Brandt', 'ana brant'],
  ['Ana Brandt', "');--"],
  ['Ana Brandt', '%'],
  ['Ana Brandt', ''],
  ["Kate O'Brien", 'rien'],
] as const)('“%s” is not found by “%s” [SEARCH-031]', async ([name, typed]) => {
  expect(isNameMatch(name, typed)).toBe(false);
  expect(await isFoundInSql(name, typed)).toBe(false);
});

test.for(['㌀', '李', 'ß', 'ﷺ', 'a', '𠮷'])(
  'a long name of the letter “%s” is found wherever people are searched for [SEARCH-031]',
  async (letter) => {
    const name = letter.repeat(200 / letter.length);
    expect(isNameMatch(name, name)).toBe(true);
    expect(await isFoundInSql(name, name)).toBe(true);
    const { as, make, db } = shared();
    await make.news({ header: name, categories: [name.slice(0, 80)] });
    await db
      .insertInto('users')
      .values({ issuer: 'test', subject: name, nickname: name })
      .onConflict((of) => of.doNothing())
      .execute();
    const found = async () => {
      const destinations = await as('ana').call(searchDestinations, { query: { term: name } });
      await as('ana').call(suggestSearch, { query: { term: name } });
      await as('ana').call(searchPortal, { query: { term: name } });
      const people = await as('adam').call(listPeople, { query: { text: name } });
      const named = await as('edda').call(findPeople, { query: { text: name } });
      const colleagues = await as('edda').call(listStudioColleagues, { query: { text: name } });
      return [destinations, people.items, named.items, colleagues.items].map((each) => each.length);
    };
    expect(await found()).toEqual([1, 1, 1, 1]);
  },
);

const newcomers: Array<[given: string, surname: string]> = [
  ...['Aaron', 'Abel', 'Ada', 'Adele', 'Agnes', 'Al', 'Alan', 'Alba', 'Alec', 'Alex'].map((given): [string, string] => [
    given,
    'Lindgren',
  ]),
  ['Li', 'Wang'],
  ['Ed', 'Li'],
  ['Xu', 'Li'],
  ['Åsa', 'Öberg'],
  ['Seán', "O'Brien"],
  ['Anna', 'Moss'],
  ['Ann', 'Moy'],
];

test('people with the typed words as whole words, and as their surname, come first wherever people are searched for [SEARCH-037]', async () => {
  const { as, db } = await testPortal();
  for (const name of ['ana', 'edda', 'adam']) await as(name).call(searchDestinations, { query: { term: 'nobody' } });
  await db
    .insertInto('users')
    .values(
      newcomers.map(([given_name, surname]) => ({
        issuer: 'test',
        subject: `${given_name} ${surname}`,
        given_name,
        surname,
        email: `${crypto.randomUUID()}@portico.test`,
      })),
    )
    .execute();
  for (const [text, first] of [
    ['Li', ['Ed Li', 'Xu Li', 'Li Wang']],
    ['li', ['Ed Li', 'Xu Li', 'Li Wang']],
    ['Ed L', ['Ed Li']],
    ["O'B", ["Seán O'Brien"]],
    ['Ann Mo', ['Ann Moy', 'Anna Moss']],
  ] as const) {
    const destinations = await as('ana').call(searchDestinations, { query: { term: text } });
    const { destinations: suggested } = await as('ana').call(suggestSearch, { query: { term: text } });
    const named = await as('edda').call(findPeople, { query: { text } });
    const colleagues = await as('edda').call(listStudioColleagues, { query: { text } });
    const people = await as('adam').call(listPeople, { query: { text } });
    const lists = { destinations, suggested, named: named.items, colleagues: colleagues.items };
    for (const [list, found] of Object.entries(lists))
      expect(
        found.slice(0, first.length).map(({ name }) => name),
        `${text} in ${list}`,
      ).toEqual(first);
    // Among equals, who signed in last comes first.
    const inAdministration = people.items.slice(0, first.length).map(({ name }) => name);
    expect(inAdministration.toSorted(), text).toEqual([...first].toSorted());
  }
});

test('names are in the same order of fit in SQL and in TypeScript [SEARCH-037]', async () => {
  const { db } = await testPortal();
  await db
    .insertInto('users')
    .values(
      newcomers.map(([given_name, surname]) => ({
        issuer: 'test',
        subject: surname + given_name,
        given_name,
        surname,
      })),
    )
    .execute();
  for (const typed of ['Li', 'Ed L', 'ed li', "O'B", "sean o'brien", 'Ann', 'ann m', 'lind', 'öberg å', '-']) {
    const rows = await readRows(
      db,
      z.object({ name: z.string(), fit: z.int() }),
      sql`select given_name || ' ' || surname as name, ${personFit('person', typed)} as fit from users person where issuer = 'test'`,
    );
    const matching = rows.filter(({ name }) => isNameMatch(name, typed));
    expect(
      matching.map(({ name }) => [name, nameFit(name, typed)]),
      typed,
    ).toEqual(matching.map(({ name, fit }) => [name, fit]));
  }
});

async function isFoundInSql(name: string, typed: string): Promise<boolean | undefined> {
  const row = await readRow(
    shared().db,
    z.object({ found: z.boolean() }),
    sql`select coalesce(${isNamed(sql`${name}::text`, typed)}, false) as found`,
  );
  return row?.found;
}
