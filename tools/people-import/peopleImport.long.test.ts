import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

async function commandLine() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-people-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { url, db } = await testDatabase();
  const run = async (file: string | Buffer, ...args: string[]) => {
    await writeFile(join(folder, 'people.csv'), file);
    const env = { ...process.env, DATABASE_URL: url, PORTICO_DATA_DIR: join(folder, 'data'), INIT_CWD: folder };
    const child = spawn(process.execPath, [MAIN, 'people.csv', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  return { run, db };
}

const file = `Email,First name,Last name,Advisor type,Branch,States,Shoe size
ana@x.example,Ana,Brandt,AdvisorHybrid,Boston HQ,MA; ME,38
"nils@x.example","Nils","Aldous, Jr.",Nla,Denver,CO,44
not an address,X,Y,,,,
cora@x.example,C,F,Wizard,,,`;

test('npm run people:import reports what it changed, and importing the same file again changes nothing [AUDIENCE-012]', async () => {
  const { run, db } = await commandLine();
  const first = await run(file);
  expect(first).toEqual({
    code: 1,
    err: expect.stringMatching(/^Database test_\w+ on .*\n$/) as string,
    out: `People: 2 added, 0 updated, 0 unchanged, 2 rejected.
Ignored columns: Shoe size.
Rejected:
  line 4: “not an address” is not an email address
  line 5: “Wizard” is not an advisor type: AdvisorCorporate, AdvisorBrokerOnly, AdvisorHybrid, AdvisorIFA, LicensedAssistant, LicensedAssistantReg65, Nla, NlaVirtual, NlaReg65, InsuranceOnly, InsuranceOnlyReg65
`,
  });
  expect((await run(file)).out).toContain('0 added, 0 updated, 2 unchanged');
  const people = await db.selectFrom('users').select(['surname', 'facts']).orderBy('email').execute();
  expect(people.map(({ surname }) => surname)).toEqual(['Brandt', 'Aldous, Jr.']);
  expect(people[0]!.facts).toEqual(expect.arrayContaining(['branch:Boston HQ', 'state:MA', 'state:ME', 'role:member']));
});

test('a dry run of npm run people:import changes nothing, and an option decides whether leavers keep their facts [AUDIENCE-012]', async () => {
  const { run, db } = await commandLine();
  await run('email,branch\nana@x.example,Boston HQ\nnils@x.example,Denver');
  const next = 'email,branch\nnils@x.example,Boston HQ';
  const emails = async () =>
    (await db.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email);
  const dry = await run(next, '--dry-run', '--leavers=lose');
  expect(dry.out).toBe(`Dry run: nothing was changed.
People: 0 added, 1 updated, 0 unchanged, 0 rejected.
No longer in the file, lost what the file gave them: 1.
  ana@x.example
`);
  expect(await emails()).toEqual(['ana@x.example', 'nils@x.example']);
  expect((await run(next)).out).toContain('No longer in the file, kept as they were: 1.');
  expect(await emails()).toEqual(['ana@x.example', 'nils@x.example']);
  const asked = await run(next, '--leavers=lose');
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('To go ahead, add --yes.') as string });
  expect(await emails()).toEqual(['ana@x.example', 'nils@x.example']);
  expect((await run(next, '--leavers=lose', '--yes')).code).toBe(0);
  expect(await emails()).toEqual(['nils@x.example']);
});

test.each([
  ['no column email', 'name\nAna', 'The file has no column email.\n'],
  ['a column twice', 'email,state,States\na@x.example,MA,ME', 'Two columns are state.\n'],
  [
    'another encoding',
    Buffer.from([0x65, 0x6d, 0x61, 0x69, 0x6c, 0x0a, 0xe4]),
    'The file is not UTF-8. In Excel, save it as “CSV UTF-8”.\n',
  ],
])(
  'npm run people:import rejects a file with %s and says why [AUDIENCE-012]',
  async (_, content, err) => {
    const { run } = await commandLine();
    expect(await run(content)).toEqual({ code: 1, out: '', err });
  },
  60_000,
);
