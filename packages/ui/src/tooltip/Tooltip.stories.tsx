import { Button } from '../button/Button.tsx';
import { Tooltip } from './Tooltip.tsx';

export default { title: 'Tooltip' };

const placements = ['top', 'bottom', 'right'] as const;

export const Placements = () =>
  placements.map((placement) => (
    <Tooltip key={placement} placement={placement} text="Saves a draft that only you can see.">
      <Button>Save, hint {placement}</Button>
    </Tooltip>
  ));
