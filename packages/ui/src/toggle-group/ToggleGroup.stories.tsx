import { useState } from 'react';
import { ToggleGroup } from './ToggleGroup.tsx';

export default { title: 'ToggleGroup' };

const options = ['Audit', 'Markets', 'Retirement', 'Tax'].map((value, n) => ({ value, label: value, count: n * 2 }));

export function Plain() {
  const [values, setValues] = useState(['Tax']);
  return <ToggleGroup label="Topics" values={values} onChange={setValues} options={options} />;
}

export function Long() {
  const [values, setValues] = useState(['Audit']);
  return <ToggleGroup label="Topics" values={values} onChange={setValues} options={options} maxShown={2} />;
}

export function Categories() {
  const [values, setValues] = useState(['Tax']);
  const colored = options.map((option) => ({ ...option, category: option.value }));
  return <ToggleGroup label="Categories" values={values} onChange={setValues} options={colored} />;
}
