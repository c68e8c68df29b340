import type { ApplicationName } from '@portico/contracts/applications';
import { t } from '../../panelText.ts';

type Listed = Exclude<ApplicationName, 'SalesForce ExperienceCloud'>;

const purposes: Record<Listed, Parameters<typeof t>[0]> = {
  'Red Oak': 'purposeRedOak',
  Orion: 'purposeOrion',
  Fidelity: 'purposeFidelity',
  'WealthSuite (Fidelity & Schwab)': 'purposeWealthSuite',
  'WealthSuite (LPL)': 'purposeWealthSuiteLpl',
  'LPL ClientWorks': 'purposeClientWorks',
  Redtail: 'purposeRedtail',
  eMoney: 'purposeEmoney',
  'Fin.Link': 'purposeFinLink',
  'Schwab Advisor Center': 'purposeSchwab',
  'Add new application to list': 'purposeAdd',
  'Compensation System': 'purposeCompensation',
};

/** What people use an application for, in a few words. */
export const purposeOf = (name: ApplicationName): string => t(purposes[name as Listed]);

/** "RO" for Red Oak, "SA" for Schwab Advisor Center. */
export function monogramOf(name: string): string {
  const [first = '', second] = name.split(/\P{L}+/u);
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase();
}
