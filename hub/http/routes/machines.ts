import {
  checkPathsExist,
  getAgentAvailability,
  listMachineDirectory,
  listMachines,
  spawnSession,
} from '../../../contract/machine.ts'
import type { MachineService } from '../../machines/machine-service.ts'
import { type RouteEntry, route, rpcEnvelope } from '../route.ts'

/** Machines and what clients ask of their runners (spec: Machines and spawning). */
export function machineRoutes({ machines }: { machines: MachineService }): RouteEntry[] {
  return [
    route(listMachines, ({ caller }) => ({ machines: machines.list(caller.namespace) })),
    route(getAgentAvailability, ({ caller, params }) =>
      rpcEnvelope(machines.agentAvailability(machines.require(caller.namespace, params.id))),
    ),
    route(spawnSession, ({ caller, params, body }) =>
      machines.spawnFromClient(machines.require(caller.namespace, params.id), body),
    ),
    route(listMachineDirectory, ({ caller, params, body }) =>
      rpcEnvelope(machines.listDirectory(machines.require(caller.namespace, params.id), body)),
    ),
    route(checkPathsExist, ({ caller, params, body }) =>
      rpcEnvelope(machines.pathsExist(machines.require(caller.namespace, params.id), body.paths)),
    ),
  ]
}
