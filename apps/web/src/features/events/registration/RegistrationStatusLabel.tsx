import type { EventSummary } from '@portico/contracts/events';
import { StatusLabel, type StatusTone } from '@portico/ui/StatusLabel';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import History from 'lucide-react/icons/history';
import Hourglass from 'lucide-react/icons/hourglass';
import type { ComponentType } from 'react';
import { hasFewSpots, registrationLabel, registrationState, type RegistrationState } from './registrationState.ts';

const appearances: Record<
  Exclude<RegistrationState, 'NotOffered'>,
  { tone: StatusTone; icon: ComponentType<{ 'aria-hidden': 'true' }> }
> = {
  Ended: { tone: 'neutral', icon: History },
  Registered: { tone: 'accent', icon: CircleCheck },
  Waiting: { tone: 'info', icon: Hourglass },
  Open: { tone: 'neutral', icon: CalendarCheck },
  Full: { tone: 'warning', icon: CircleSlash },
  Closed: { tone: 'neutral', icon: CircleSlash },
};

/** A label with the reader's registration state; renders nothing for an event without registration. */
export function RegistrationStatusLabel({ event, now }: { event: EventSummary; now: Date }) {
  const state = registrationState(event, now);
  if (state === 'NotOffered') return null;
  const { tone, icon: Icon } = appearances[state];
  const isUrgent = state === 'Open' && hasFewSpots(event);
  return (
    <StatusLabel tone={isUrgent ? 'warning' : tone} icon={<Icon aria-hidden="true" />}>
      {registrationLabel(event, now)}
    </StatusLabel>
  );
}
