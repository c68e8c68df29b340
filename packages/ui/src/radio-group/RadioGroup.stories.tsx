import { useState } from 'react';
import { RadioGroup } from './RadioGroup.tsx';

export default { title: 'RadioGroup' };

const options = ['All', 'Audit', 'Benefits', 'Contracts', 'Markets', 'Tax'].map((label, n) => ({
  value: label,
  label,
  count: n * 4,
}));

function Sample({ mostShown }: { mostShown: number }) {
  const [value, setValue] = useState('All');
  return <RadioGroup label="Category" value={value} onChange={setValue} options={options} mostShown={mostShown} />;
}

export const AllShown = () => <Sample mostShown={6} />;

export const Folded = () => <Sample mostShown={3} />;
