import { expect, test } from 'vitest';
import { checkConfig } from './sidebarConfig.ts';

const base = 'https://host.example/records/7';
const minimal = {
  contentApiUrl: 'https://portal.example',
  notificationApiUrl: 'https://portal.example/notes/',
  accessToken: 'a.b.c',
  idToken: 'd.e.f',
};
const problemsOf = (given: unknown) => {
  const result = checkConfig(given, base);
  return 'problems' in result ? result.problems : [];
};

test('every setting of the sidebar is accepted [SIDEBAR-037]', () => {
  const given = {
    ...minimal,
    acpApiUrl: '/account/',
    rememberBrowser: true,
    showWidgetToggle: false,
    applicationsConfig: { compensationSystemUrl: 'https://pay.example/start?x=1', addNewApplicationUrl: '/apps/new' },
  };
  expect(checkConfig(given, base)).toEqual({
    config: {
      contentApiUrl: 'https://portal.example',
      notificationApiUrl: 'https://portal.example/notes',
      acpApiUrl: 'https://host.example/account',
      accessToken: 'a.b.c',
      idToken: 'd.e.f',
      rememberBrowser: true,
      showWidgetToggle: false,
      applicationsConfig: {
        compensationSystemUrl: 'https://pay.example/start?x=1',
        addNewApplicationUrl: 'https://host.example/apps/new',
      },
    },
  });
});

test('optional settings of the sidebar have defaults', () => {
  expect(checkConfig(minimal, base)).toMatchObject({
    config: { acpApiUrl: undefined, rememberBrowser: false, showWidgetToggle: true, applicationsConfig: undefined },
  });
  expect(problemsOf({ ...minimal, acpApiUrl: '', applicationsConfig: { addNewApplicationUrl: '' } })).toEqual([]);
});

test('a sidebar configuration of a later version is accepted, too', () => {
  expect(problemsOf({ ...minimal, somethingNew: 1 })).toEqual([]);
});

test('all problems of a sidebar configuration are reported at once, by setting', () => {
  expect(
    problemsOf({ contentApiUrl: 'javascript:alert(1)', accessToken: 'two words', idToken: '', rememberBrowser: 'yes' }),
  ).toEqual([
    'rememberBrowser is neither true nor false.',
    'contentApiUrl is not an http(s) address.',
    'notificationApiUrl is missing.',
    'accessToken is not a token.',
    'idToken is missing.',
  ]);
  expect(problemsOf({ ...minimal, rememberBrowser: true })).toEqual(['acpApiUrl is missing.']);
  expect(problemsOf({ ...minimal, applicationsConfig: 'no' })).toEqual(['applicationsConfig is not an object.']);
  expect(problemsOf({ ...minimal, applicationsConfig: { compensationSystemUrl: 'ftp://pay.example' } })).toEqual([
    'applicationsConfig.compensationSystemUrl is not an http(s) address.',
  ]);
  expect(problemsOf({ ...minimal, contentApiUrl: 'https://me:secret@portal.example' })).toEqual([
    'contentApiUrl is not an http(s) address.',
  ]);
  expect(problemsOf(undefined)).toEqual(['The configuration is not an object.']);
});

test('reported configuration problems do not contain the tokens', () => {
  expect(
    JSON.stringify(checkConfig({ ...minimal, accessToken: 'secret\nvalue', idToken: 'geheim nis' }, base)),
  ).not.toMatch(/secret|geheim/);
});
