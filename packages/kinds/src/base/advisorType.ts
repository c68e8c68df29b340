import { z } from 'zod/mini';

/** Label of each advisor type, shown under the user's name. Source: spec §3. */
export const advisorTypeLabels = {
  AdvisorCorporate: 'Advisor (Corporate)',
  AdvisorBrokerOnly: 'Advisor (Broker Only)',
  AdvisorHybrid: 'Advisor (Hybrid)',
  AdvisorIFA: 'Advisor (IAR Only)',
  LicensedAssistant: 'Licensed Assistant',
  LicensedAssistantReg65: 'Licensed Assistant',
  Nla: 'Non-licensed Assistant',
  NlaVirtual: 'Non-licensed Assistant',
  NlaReg65: 'Advisory Assistant',
  InsuranceOnly: 'Insurance Only',
  InsuranceOnlyReg65: 'Insurance Only',
} as const;
export type AdvisorType = keyof typeof advisorTypeLabels;
export const advisorTypes = Object.keys(advisorTypeLabels) as [AdvisorType, ...AdvisorType[]];
export const AdvisorType = z.enum(advisorTypes);
