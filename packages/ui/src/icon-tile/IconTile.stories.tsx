import AppWindow from 'lucide-react/icons/app-window';
import { IconTile } from './IconTile.tsx';

export default { title: 'IconTile' };

export const WithIcon = () => (
  <IconTile>
    <AppWindow />
  </IconTile>
);
