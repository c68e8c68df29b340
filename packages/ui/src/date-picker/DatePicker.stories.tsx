import { useState } from 'react';
import { DatePicker } from './DatePicker.tsx';

export default { title: 'DatePicker' };

function Sample({ initial }: { initial: string | null }) {
  const [value, setValue] = useState(initial);
  return <DatePicker label="Due" value={value} onChange={setValue} />;
}

export const Empty = () => <Sample initial={null} />;

export const Filled = () => <Sample initial="2026-03-09" />;
