import {
  checkPathsExist,
  getAgentAvailability,
  listMachineDirectory,
  listMachines,
  renameMachine,
  restartRunner,
  spawnSession,
} from '../../../contract/machine.ts'
import type { Ok } from '../../../contract/wire.ts'
import type { MachineService } from '../../machines/machine-service.ts'
import { type RouteEntry, route, rpcEnvelope } from '../route.ts'

const OK: Ok = { ok: true }

/** Machines and what clients ask of their runners (spec: Machines and spawning). */
export function machineRoutes({ machines }: { machines: MachineService }): RouteEntry[] {
  return [
    route(listMachines, ({ caller }) => ({ machines: machines.list(caller.namespace) })),
    route(renameMachine, ({ caller, params, body }) => {
      machines.rename(machines.require(caller.namespace, params.id), body.displayName)
      return OK
    }),
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
    route(restartRunner, async ({ caller, params }) => ({
      message: await machines.restartRunner(machines.require(caller.namespace, params.id, { coded: true })),
    })),
  ]
}
