import { useState } from 'react';
import { DateRangePicker, type DateRange } from './DateRangePicker.tsx';

export default { title: 'DateRangePicker' };

function Sample({ initial, labelPosition }: { initial: DateRange | null; labelPosition: 'top' | 'side' }) {
  const [value, setValue] = useState(initial);
  return <DateRangePicker label="Published" value={value} onChange={setValue} labelPosition={labelPosition} />;
}

export const Empty = () => <Sample initial={null} labelPosition="top" />;

export const Filled = () => <Sample initial={{ from: '2026-03-03', to: '2026-03-09' }} labelPosition="side" />;
