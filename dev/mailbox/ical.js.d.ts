/** The part of ical.js that we use; its package doesn't declare its types. */
declare module 'ical.js' {
  interface Time {
    toJSDate(): Date;
    toString(): string;
  }
  interface Iterator {
    /** Nothing after the last one. */
    next(): Time | null | undefined;
  }
  /** An event with its rule, or one of its dates. */
  interface Event {
    uid: string;
    summary: string;
    startDate: Time;
    isRecurring(): boolean;
    isRecurrenceException(): boolean;
    relateException(event: Event): void;
    iterator(): Iterator;
    getOccurrenceDetails(time: Time): { startDate: Time; item: Event };
  }
  interface Property {
    getFirstValue(): unknown;
    getFirstParameter(name: string): string | undefined;
  }
  interface Component {
    getFirstSubcomponent(name: string): Component | null;
    getAllSubcomponents(name: string): Component[];
    getFirstPropertyValue(name: string): unknown;
    getAllProperties(name: string): Property[];
  }
  const ICAL: {
    parse(text: string): unknown[];
    Component: new (jCal: unknown[]) => Component;
    Event: new (component: Component) => Event;
    Recur: { fromString(rule: string): { iterator(start: Time): Iterator } };
    Time: (new (...args: never[]) => Time) & { fromDateString(day: string): Time };
  };
  export default ICAL;
}
