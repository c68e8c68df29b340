import { applicationNames } from '@portico/contracts/applications';
import type { CurrentUser } from '@portico/contracts/users';
import { describe, expect, test } from 'vitest';
import { applicationCards } from './applicationCards.ts';

type Access = CurrentUser['applications'][number];
const access = (application: Access['application'], own: Partial<Access> = {}): Access => ({
  application,
  accessLevel: 'Access',
  launchUrl: `https://launch.example/${encodeURIComponent(application)}`,
  ...own,
});
const everything = applicationNames.map((name) => access(name));
const names = (applications: Access[], ...config: [Parameters<typeof applicationCards>[1]?]) =>
  applicationCards(applications, ...config).map(({ name }) => name);

test('application cards are sorted by label ignoring case, without SalesForce ExperienceCloud [APPS-004, APPS-005, APPS-008]', () => {
  expect(names(everything)).toEqual([
    'Compensation System',
    'eMoney',
    'Fidelity',
    'Fin.Link',
    'LPL ClientWorks',
    'Orion',
    'Red Oak',
    'Redtail',
    'Schwab Advisor Center',
    'WealthSuite (Fidelity & Schwab)',
    'WealthSuite (LPL)',
  ]);
});

test('every access level except None shows an application card [APPS-002, APPS-003]', () => {
  const cards = applicationCards([
    access('Orion', { accessLevel: 'None' }),
    access('Redtail', { accessLevel: 'ActionRequired' }),
    access('eMoney'),
  ]);
  expect(cards.map(({ name, accessLevel }) => [name, accessLevel])).toEqual([
    ['eMoney', 'Access'],
    ['Redtail', 'ActionRequired'],
  ]);
});

test('an unknown access level shows no application card [APPS-003]', () => {
  const unknown = ['Pending', '', 'access', null] as unknown as Array<Access['accessLevel']>;
  for (const accessLevel of unknown) expect(names([access('Orion', { accessLevel })])).toEqual([]);
});

describe('the card for adding an application [APPS-006]', () => {
  test('is last, with Access, if the configuration has its address, whatever access the person has', () => {
    const config = { addNewApplicationUrl: 'https://add.example/' };
    expect(applicationCards(everything, config).at(-1)).toEqual({
      name: 'Add new application to list',
      accessLevel: 'Access',
      href: 'https://add.example/',
    });
    expect(names([access('WealthSuite (LPL)')], config)).toEqual(['WealthSuite (LPL)', 'Add new application to list']);
  });

  test('is missing without that address', () => {
    expect(names(everything, {})).not.toContain('Add new application to list');
    expect(names(everything, { addNewApplicationUrl: '' })).not.toContain('Add new application to list');
  });
});

describe('application addresses [APPS-007]', () => {
  const hrefs = (applications: Access[], config = {}) => applicationCards(applications, config).map(({ href }) => href);

  test('are the launch addresses from the settings', () => {
    expect(hrefs([access('Orion')])).toEqual(['https://launch.example/Orion']);
    expect(hrefs([access('Orion', { launchUrl: null })])).toEqual([undefined]);
  });

  test('come from the configuration first, for the compensation system', () => {
    expect(hrefs([access('Compensation System')], { compensationSystemUrl: 'https://comp.example/' })).toEqual([
      'https://comp.example/',
    ]);
    expect(hrefs([access('Compensation System')])).toEqual(['https://launch.example/Compensation%20System']);
  });

  test('are undefined if not allowed', () => {
    expect(hrefs([access('Orion', { launchUrl: String.raw`javascript:alert(1)` })])).toEqual([undefined]);
  });
});
