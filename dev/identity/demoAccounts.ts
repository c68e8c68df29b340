/** An account that can sign in. `id` is the subject of its tokens and never changes. */
export interface DemoAccount {
  id: string;
  username: string;
  password: string;
  email: string;
  /** The kind of account, as shown on the sign-in page and in the start banner. */
  label: string;
  /** One of the enum names of spec §3. */
  advisorType: string;
  roles: DemoRole[];
  /** The departments for which an author writes in the studio. */
  departments: string[];
  givenName?: string;
  surname: string;
  nickname?: string;
  /** Name of an image that the portal serves below `/avatars/`. */
  avatar?: string;
}

type DemoRole = 'member' | 'editor' | 'admin' | 'studio-author' | 'studio-approver' | 'studio-compliance';

const DEMO_PASSWORD = 'portico';

/**
 * One account per advisor type, including an editor and an administrator, plus an author and an approver for the
 * studio, and a compliance officer. The names vary on purpose: with and without a nickname, and one with only a last
 * name.
 */
export const demoAccounts: readonly DemoAccount[] = [
  person('corporate', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1001', 'Advisor (Corporate)', 'AdvisorCorporate', {
    givenName: 'Amelia',
    surname: 'Hartwell',
    avatar: 'amelia-hartwell',
  }),
  person('broker', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1002', 'Advisor (Broker Only)', 'AdvisorBrokerOnly', {
    givenName: 'Benjamin',
    surname: 'Okafor',
    nickname: 'Ben',
    avatar: 'ben-okafor',
  }),
  person('hybrid', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1003', 'Advisor (Hybrid)', 'AdvisorHybrid', {
    givenName: 'Clara',
    surname: 'Lindqvist',
    avatar: 'clara-lindqvist',
  }),
  person('ifa', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1004', 'Advisor (IAR Only)', 'AdvisorIFA', {
    givenName: 'Daniel',
    surname: 'Moreau',
    nickname: 'Dan',
  }),
  person('assistant', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1005', 'Licensed Assistant', 'LicensedAssistant', {
    givenName: 'Elena',
    surname: 'Petrova',
    nickname: 'Lena',
    avatar: 'lena-petrova',
  }),
  person('reg65', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1006', 'Licensed Assistant (Reg 65)', 'LicensedAssistantReg65', {
    givenName: 'Farid',
    surname: 'Haddad',
    avatar: 'farid-haddad',
  }),
  person('nla', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1007', 'Non-licensed Assistant', 'Nla', {
    givenName: 'Grace',
    surname: 'Whitfield',
    nickname: 'Gracie',
    avatar: 'gracie-whitfield',
  }),
  person('nlareg65', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1008', 'Advisory Assistant', 'NlaReg65', {
    surname: 'Nakamura',
    avatar: 'nakamura',
  }),
  person('insurance', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1009', 'Insurance Only', 'InsuranceOnly', {
    givenName: 'Hugo',
    surname: 'Ferreira',
  }),
  person(
    'editor',
    'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a100a',
    'Content editor',
    'NlaVirtual',
    { givenName: 'Isabel', surname: 'Thornton', nickname: 'Izzy', avatar: 'izzy-thornton' },
    'editor',
  ),
  person(
    'admin',
    'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a100b',
    'Administrator',
    'InsuranceOnlyReg65',
    { givenName: 'Jonas', surname: 'Keller', avatar: 'jonas-keller' },
    'admin',
  ),
  {
    ...person(
      'author',
      'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a100c',
      'Content author (Operations)',
      'Nla',
      { givenName: 'Karla', surname: 'Jimenez' },
      'studio-author',
    ),
    departments: ['Operations'],
  },
  person(
    'approver',
    'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a100d',
    'Compliance approver',
    'AdvisorCorporate',
    { givenName: 'Louis', surname: 'Meyer' },
    'studio-approver',
  ),
  person(
    'officer',
    'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a100e',
    'Compliance officer',
    'AdvisorCorporate',
    { givenName: 'Miriam', surname: 'Castle' },
    'studio-compliance',
  ),
];

function person(
  username: string,
  id: string,
  label: string,
  advisorType: string,
  names: Pick<DemoAccount, 'givenName' | 'surname' | 'nickname' | 'avatar'>,
  role: DemoRole = 'member',
): DemoAccount {
  return {
    id,
    username,
    password: DEMO_PASSWORD,
    email: `${username}@portico.test`,
    label,
    advisorType,
    roles: [role],
    departments: [],
    ...names,
  };
}

/** By username or email address, ignoring case. */
export function findDemoAccount(name: string): DemoAccount | undefined {
  const login = name.trim().toLowerCase();
  return demoAccounts.find(({ username, email }) => username === login || email === login);
}
