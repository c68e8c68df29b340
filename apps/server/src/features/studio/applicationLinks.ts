import { ADD_APPLICATION, applicationNames, UNLISTED_APPLICATION } from '@portico/contracts/applications';
import type { LinkTargetOption } from '@portico/contracts/studio/pickers';

/** Applications whose name contains the text. Those without their own address link to the page of all applications. */
export function applicationLinks(addresses: Partial<Record<string, string>>, text: string): LinkTargetOption[] {
  return applicationNames
    .filter((name) => name !== UNLISTED_APPLICATION && name !== ADD_APPLICATION)
    .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
    .map((name) => ({ title: name, href: addresses[name] ?? '/applications', kind: 'application' }));
}
