// The service processes of a soak behind one address: one on SQLite, two on PostgreSQL. They are started again, one by one.
import { setTimeout as delay } from 'node:timers/promises';
import { isReady, startBalancer } from './balancer.ts';
import { type Service, type ServiceFigures, startService } from './service.ts';

export interface SoakStore {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** The address of an empty database. */
  readonly data: string;
  /** Of the database server, if there is one. */
  readonly query?: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface Cluster {
  readonly url: string;
  /** Whether, at any time since then by `performance.now()`, no process served: the only one was being started again. */
  wasDownSince(time: number): boolean;
  /** Starts all processes again: without an outage if there are several. */
  restart(): Promise<void>;
  /** To be called while no requests are sent. */
  figures(): Promise<readonly ServiceFigures[]>;
  /** The resident memory of each process, in megabytes. */
  residentMegabytes(): readonly number[];
  stop(): Promise<void>;
}

const flags = ['--rate-limit', '1000000/1m'];

/** @param find is called with what is wrong */
export async function startCluster({ name, data }: SoakStore, find: (finding: string) => void): Promise<Cluster> {
  const isSingle = name === 'SQLite';
  const balancer = await startBalancer();
  let services: readonly Service[] = [];
  let isDown = false;
  let lastUp = 0;
  try {
    for (let started = 0; started < (isSingle ? 1 : 2); started++) add(await startReady());
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: balancer.url,
    wasDownSince: (time) => isDown || lastUp >= time,
    async restart() {
      for (const old of services) {
        if (isSingle) {
          isDown = true;
          await remove(old);
          add(await startReady());
          isDown = false;
          lastUp = performance.now();
        } else {
          add(await startReady());
          await remove(old);
        }
      }
    },
    figures: () => Promise.all(services.map((service) => service.figures())),
    residentMegabytes: () => services.map((service) => service.residentMegabytes()),
    stop,
  };

  async function stop(): Promise<void> {
    balancer.close();
    await Promise.all(services.map((service) => service.stop()));
  }

  async function startReady(): Promise<Service> {
    const service = await startService(data, [...flags, ...(isSingle ? [] : ['--drain', '5s'])], find);
    while (!(await isReady(service.url))) {
      if (service.hasEnded()) throw new Error('the service ended before it was ready');
      await delay(20);
    }
    return service;
  }

  function add(service: Service): void {
    services = [...services, service];
    balancer.use(services.map(({ url }) => url));
  }

  /** It remains in the list until it has ended, as with a load balancer, which learns of it from `/readyz`. */
  async function remove(service: Service): Promise<void> {
    await service.stop();
    services = services.filter((other) => other !== service);
    balancer.use(services.map(({ url }) => url));
  }
}
