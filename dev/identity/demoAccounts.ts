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
  roles: ('member' | 'editor' | 'admin')[];
  givenName?: string;
  surname: string;
  nickname?: string;
  /** Name of an image that the portal serves below `/avatars/`. */
  avatar?: string;
}

const DEMO_PASSWORD = 'portico';

/**
 * One account for each advisor type, an editor and an admin. The names vary on purpose: with and without a nickname,
 * and one with only a last name.
 */
export const demoAccounts: readonly DemoAccount[] = [
  person('corporate', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1001', 'Advisor (Corporate)', 'AdvisorCorporate', {
    givenName: 'Amelia',
    surname: 'Hartwell',
    avatar: 'amber',
  }),
  person('broker', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1002', 'Advisor (Broker Only)', 'AdvisorBrokerOnly', {
    givenName: 'Benjamin',
    surname: 'Okafor',
    nickname: 'Ben',
    avatar: 'birch',
  }),
  person('hybrid', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1003', 'Advisor (Hybrid)', 'AdvisorHybrid', {
    givenName: 'Clara',
    surname: 'Lindqvist',
    avatar: 'cedar',
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
    avatar: 'fern',
  }),
  person('reg65', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1006', 'Licensed Assistant (Reg 65)', 'LicensedAssistantReg65', {
    givenName: 'Farid',
    surname: 'Haddad',
    avatar: 'grove',
  }),
  person('nla', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1007', 'Non-licensed Assistant', 'Nla', {
    givenName: 'Grace',
    surname: 'Whitfield',
    nickname: 'Gracie',
    avatar: 'heath',
  }),
  person('nlareg65', 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1008', 'Advisory Assistant', 'NlaReg65', {
    surname: 'Nakamura',
    avatar: 'iris',
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
    { givenName: 'Isabel', surname: 'Thornton', nickname: 'Izzy', avatar: 'juniper' },
    'editor',
  ),
  person(
    'admin',
    'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a100b',
    'Administrator',
    'InsuranceOnlyReg65',
    { givenName: 'Jonas', surname: 'Keller', avatar: 'kestrel' },
    'admin',
  ),
];

function person(
  username: string,
  id: string,
  label: string,
  advisorType: string,
  names: Pick<DemoAccount, 'givenName' | 'surname' | 'nickname' | 'avatar'>,
  role: 'member' | 'editor' | 'admin' = 'member',
): DemoAccount {
  return {
    id,
    username,
    password: DEMO_PASSWORD,
    email: `${username}@portico.test`,
    label,
    advisorType,
    roles: [role],
    ...names,
  };
}

/** By username or email address, ignoring case. */
export function findDemoAccount(name: string): DemoAccount | undefined {
  const wanted = name.trim().toLowerCase();
  return demoAccounts.find(({ username, email }) => username === wanted || email === wanted);
}
