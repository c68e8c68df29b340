import { describe, expect, test } from 'vitest';
import { advisorTypeLabels, advisorTypes } from '@portico/kinds/advisorType';
import { AccessLevel, displayName } from './users.ts';

describe('the display name', () => {
  test.each([
    [{ nickname: 'Ben', givenName: 'Benjamin', surname: 'Okafor' }, 'Ben Okafor'],
    [{ nickname: 'Ben', givenName: 'Benjamin', surname: null }, 'Ben'],
    [{ nickname: 'Ben', givenName: null, surname: 'Okafor' }, 'Ben Okafor'],
  ])('is the nickname, followed by the surname if there is one [USER-003]', (user, name) => {
    expect(displayName(user)).toBe(name);
  });

  test.each([
    [{ nickname: null, givenName: 'Amelia', surname: 'Hartwell' }, 'Amelia Hartwell'],
    [{ nickname: '', givenName: 'Amelia', surname: null }, 'Amelia'],
  ])('is the given name and the surname if there is no nickname [USER-004]', (user, name) => {
    expect(displayName(user)).toBe(name);
  });

  test('is only the surname if there is nothing else [USER-005]', () => {
    expect(displayName({ nickname: null, givenName: null, surname: 'Nakamura' })).toBe('Nakamura');
    expect(displayName({ nickname: null, givenName: null, surname: null })).toBe('');
  });
});

describe('the advisor type label', () => {
  test.each([
    ['AdvisorCorporate', 'Advisor (Corporate)'],
    ['AdvisorBrokerOnly', 'Advisor (Broker Only)'],
    ['AdvisorHybrid', 'Advisor (Hybrid)'],
    ['AdvisorIFA', 'Advisor (IAR Only)'],
    ['LicensedAssistant', 'Licensed Assistant'],
    ['LicensedAssistantReg65', 'Licensed Assistant'],
    ['Nla', 'Non-licensed Assistant'],
    ['NlaVirtual', 'Non-licensed Assistant'],
    ['NlaReg65', 'Advisory Assistant'],
    ['InsuranceOnly', 'Insurance Only'],
    ['InsuranceOnlyReg65', 'Insurance Only'],
  ] as const)(
    'for %s is "%s" [USER-006, USER-007, USER-008, USER-009, USER-010, USER-011, USER-012, USER-013]',
    (type, label) => {
      expect(advisorTypeLabels[type]).toBe(label);
    },
  );

  test('exists for each of the eleven types', () => {
    expect(advisorTypes).toHaveLength(11);
  });
});

test('access levels are None, ActionRequired and Access [APPS-009]', () => {
  expect(AccessLevel.options).toEqual(['None', 'ActionRequired', 'Access']);
});
