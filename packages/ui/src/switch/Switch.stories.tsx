import { useState } from 'react';
import { Switch } from './Switch.tsx';

export default { title: 'Switch' };

function Sample({ isOn }: { isOn: boolean }) {
  const [isSelected, setSelected] = useState(isOn);
  return (
    <Switch isSelected={isSelected} onChange={setSelected}>
      Widget Panel
    </Switch>
  );
}

export const Off = () => <Sample isOn={false} />;

export const On = () => <Sample isOn />;

export const Disabled = () => (
  <Switch isSelected={false} onChange={() => undefined} isDisabled>
    Widget Panel
  </Switch>
);
