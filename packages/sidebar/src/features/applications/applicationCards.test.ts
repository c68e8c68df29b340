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

test('are sorted by label without regard to case, without SalesForce ExperienceCloud [APPS-004, APPS-005, APPS-008]', () => {
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

test('there is one for every access level but None [APPS-002, APPS-003]', () => {
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

test('an unknown access level shows no card [APPS-003]', () => {
  const unknown = ['Pending', '', 'access', null] as unknown as Array<Access['accessLevel']>;
  for (const accessLevel of unknown) expect(names([access('Orion', { accessLevel })])).toEqual([]);
});

describe('the card to add an application [APPS-006]', () => {
  test('is last, with Access, once the configuration gives its address, whatever the person has', () => {
    const config = { addNewApplicationUrl: 'https://add.example/' };
    expect(applicationCards(everything, config).at(-1)).toEqual({
      name: 'Add new application to list',
      accessLevel: 'Access',
      href: 'https://add.example/',
    });
    expect(names([access('WealthSuite (LPL)')], config)).toEqual(['WealthSuite (LPL)', 'Add new application to list']);
  });

  test('is not there without that address', () => {
    expect(names(everything, {})).not.toContain('Add new application to list');
    expect(names(everything, { addNewApplicationUrl: '' })).not.toContain('Add new application to list');
  });
});

describe('addresses [APPS-007]', () => {
  const hrefs = (applications: Access[], config = {}) => applicationCards(applications, config).map(({ href }) => href);

  test('are the launch addresses of the settings', () => {
    expect(hrefs([access('Orion')])).toEqual(['https://launch.example/Orion']);
    expect(hrefs([access('Orion', { launchUrl: null })])).toEqual([undefined]);
  });

  test('the compensation system’s comes from the configuration first', () => {
    expect(hrefs([access('Compensation System')], { compensationSystemUrl: 'https://comp.example/' })).toEqual([
      'https://comp.example/',
    ]);
    expect(hrefs([access('Compensation System')])).toEqual(['https://launch.example/Compensation%20System']);
  });

  test('that are not allowed are none', () => {
    expect(hrefs([access('Orion', { launchUrl: String.raw`javascript:alert(1)` })])).toEqual([undefined]);
  });
});
