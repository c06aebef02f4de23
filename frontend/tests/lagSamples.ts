// A lag report as the server gives it, for the topology of `joinAndCount`.

import type { LagReport, ReportDocument } from "../src/api/lagTypes";
import reportJson from "./samples/lag_report.json";

export const lagReport = reportJson as unknown as LagReport;

export function documentOf(change: Partial<ReportDocument>): ReportDocument {
  return {
    id: "0b8f5a3e-1111-4222-8333-444455556666",
    status: "running",
    url: "/api/v1/lag-reports/0b8f5a3e-1111-4222-8333-444455556666",
    page: "/lag/0b8f5a3e-1111-4222-8333-444455556666",
    analysis: null,
    topology: 0,
    stage: null,
    stages: ["reading", "sorting out", "measuring", "joining", "writing"],
    attempts: 1,
    reason: null,
    created: "2025-11-20T16:40:00Z",
    finished: null,
    files: [{ name: "lag.txt", bytes: 2048 }],
    result: null,
    downloads: { json: null, tasks: null, partitions: null, rejected: null },
    ...change,
  };
}
