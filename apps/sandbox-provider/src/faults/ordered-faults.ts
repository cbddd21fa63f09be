import { readFault } from './read-fault.js';

interface Order {
  readonly route: string;
  readonly fault: string;
  times: number;
}

const MOST_ORDERS = 100;

/** Faults ordered ahead for the next calls of a route, for callers that cannot add a header to the call itself. */
export class OrderedFaults {
  private orders: Order[] = [];

  /** `route` is `POST /v1/mail/messages`, a path parameter written `{name}`. */
  order(route: string, fault: string, times: number): void {
    readFault(fault);
    this.orders = [...this.orders, { route: route.replace(/\{(\w+)\}/g, ':$1'), fault, times }].slice(-MOST_ORDERS);
  }

  take(route: string): string | null {
    const order = this.orders.find((each) => each.route === route);
    if (order === undefined) return null;
    order.times -= 1;
    if (order.times <= 0) this.orders = this.orders.filter((each) => each !== order);
    return order.fault;
  }

  reset(): void {
    this.orders = [];
  }
}
