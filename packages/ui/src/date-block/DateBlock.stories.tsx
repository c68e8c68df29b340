import { DateBlock } from './DateBlock.tsx';

export default { title: 'DateBlock' };

const at = { dateTime: '2026-03-10T15:05:00Z', timeZone: 'America/New_York' };

export const Medium = () => <DateBlock {...at} />;

export const Small = () => <DateBlock {...at} size="small" />;

export const Past = () => <DateBlock {...at} tone="quiet" />;
