/** Every application that the portal launches, by its display name. Source: spec §2 Applications panel. */
export const applicationNames = [
  'Red Oak',
  'Orion',
  'Fidelity',
  'WealthSuite (Fidelity & Schwab)',
  'WealthSuite (LPL)',
  'LPL ClientWorks',
  'Redtail',
  'eMoney',
  'SalesForce ExperienceCloud',
  'Fin.Link',
  'Schwab Advisor Center',
  'Add new application to list',
  'Compensation System',
] as const;
export type ApplicationName = (typeof applicationNames)[number];

/** Never shown as a card, whatever access the person has. Source: spec §2. */
export const UNLISTED_APPLICATION: ApplicationName = 'SalesForce ExperienceCloud';
/** The cards of these two link to addresses from the sidebar's configuration. */
export const ADD_APPLICATION: ApplicationName = 'Add new application to list';
export const COMPENSATION_SYSTEM: ApplicationName = 'Compensation System';
