import { BannerControl } from './BannerControl.tsx';
import { EntryAudiencesControl } from './EntryAudiencesControl.tsx';
import { PinsControl } from './PinsControl.tsx';
import type { ControlProps } from './PlainField.tsx';
import { WidgetsControl } from './WidgetsControl.tsx';

const controls = {
  notificationBanner: BannerControl,
  pins: PinsControl,
  entryAudiences: EntryAudiencesControl,
  widgets: WidgetsControl,
};

/** The control of a field that only home pages have. */
export function HomeControl(props: ControlProps) {
  const Control = controls[props.name as keyof typeof controls];
  return <Control {...props} />;
}
