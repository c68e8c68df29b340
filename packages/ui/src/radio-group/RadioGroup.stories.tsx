import { useState } from 'react';
import { RadioGroup } from './RadioGroup.tsx';

export default { title: 'RadioGroup' };

const options = ['All', 'Audit', 'Benefits', 'Contracts', 'Markets', 'Tax'].map((label, n) => ({
  value: label,
  label,
  count: n * 4,
}));

function Sample({ maxShown }: { maxShown: number }) {
  const [value, setValue] = useState('All');
  return <RadioGroup label="Category" value={value} onChange={setValue} options={options} maxShown={maxShown} />;
}

export const AllShown = () => <Sample maxShown={6} />;

export const Folded = () => <Sample maxShown={3} />;
