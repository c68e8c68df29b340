import { useState } from 'react';
import { ChoiceMenu } from './ChoiceMenu.tsx';

export default { title: 'ChoiceMenu' };

const options = ['Audit', 'Benefits', 'Contracts', 'Markets', 'Tax'].map((label, n) => ({
  value: label,
  label,
  count: n * 3,
}));

function Sample({ chosen }: { chosen: string[] }) {
  const [values, setValues] = useState(chosen);
  return <ChoiceMenu label="Category" values={values} onChange={setValues} options={options} />;
}

export const NothingChosen = () => <Sample chosen={[]} />;

export const TwoChosen = () => <Sample chosen={['Audit', 'Tax']} />;
