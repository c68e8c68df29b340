import { useState } from 'react';
import { CategoryChip, FilterChip, ToggleChip } from './Chip.tsx';

export default { title: 'Chip' };

const names = ['Retirement', 'Markets', 'Compliance', 'Tax', 'Technology'];

export const Categories = () => names.map((name) => <CategoryChip key={name} name={name} />);

export const Filters = () =>
  names.map((name) => (
    <FilterChip key={name} removeLabel={`Remove filter: ${name}`} onRemove={() => undefined}>
      {name}
    </FilterChip>
  ));

function Toggle({ name, isOn, hasCategory }: { name: string; isOn: boolean; hasCategory?: boolean }) {
  const [isSelected, setSelected] = useState(isOn);
  return (
    <ToggleChip isSelected={isSelected} onChange={setSelected} count={4} {...(hasCategory ? { category: name } : {})}>
      {name}
    </ToggleChip>
  );
}

export const Toggles = () => (
  <>
    <Toggle name="Unread" isOn={false} />
    <Toggle name="Mine" isOn />
    <Toggle name="Tax" isOn={false} hasCategory />
    <Toggle name="Markets" isOn hasCategory />
  </>
);
