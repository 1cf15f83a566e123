// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

#include <QObject>
#include <QStringList>

#include <optional>

class QUndoStack;

namespace servelab::ui {

/// What an experiment was made from.
struct LabOrigin
{
    enum class Kind { Site, Sample, Catalogue, File };

    Kind kind = Kind::Catalogue;
    QString id; ///< of the site or of the entry; of a file its path
    friend bool operator==(const LabOrigin &, const LabOrigin &) = default;
};

/// An experiment as it is being put together. A value.
struct LabChoice
{
    LabOrigin origin;
    lab::Experiment experiment; ///< with everything that is offered
    QStringList leftOut; ///< ids of its workloads that are not to be run
};

/// What would be run.
lab::Experiment chosenExperiment(const LabChoice &choice);

/// To be kept from one start to the next; without secrets.
QByteArray toBytes(const LabChoice &choice);
std::optional<LabChoice> labChoiceFrom(const QByteArray &bytes);

/// What the client says it accepts, as workloads of a site are asked for.
enum class AcceptedCoding { Brotli, Gzip, None };

/// A file of a site, with the site's settings as the only variant.
LabChoice siteChoice(const LabOrigin &origin, const site::SiteConfig &config, const QString &file);

/// Whether it asks for a file of a site or of the sample site.
bool isOfASite(const LabChoice &choice);

/// The file that the workload of a site asks for; empty where the experiment is none of a site.
QString fileOf(const LabChoice &choice);
AcceptedCoding codingOf(const LabChoice &choice);

/// The experiment that a person is putting together. Every change goes through the undo stack, those of one
/// field in a row as one. Lives on the window's thread.
class LabDraft : public QObject
{
    Q_OBJECT
public:
    /// `history` outlives the draft.
    explicit LabDraft(QUndoStack &history, QObject *parent = nullptr);

    bool isEmpty() const { return !m_choice.has_value(); }
    const LabChoice &choice() const { return *m_choice; } ///< not of an empty one
    const lab::Experiment &experiment() const { return m_choice->experiment; }

    /// Another experiment; only one that was edited is a loss that can be undone.
    void load(const LabChoice &choice);
    /// The file to begin with, where none is chosen yet.
    void suggestFile(const QString &file);
    /// The settings of the site it was made from have changed.
    void followBase(const site::SiteConfig &config);

    void setFile(const QString &file);
    void setCoding(AcceptedCoding coding);
    void setWorkloadChosen(const QString &id, bool chosen);
    /// `field` of the plan names what changed.
    void setPlan(const lab::SamplePlan &plan, const QString &field);
    void setRounds(int rounds);

    int addVariant(); ///< like the baseline; its row
    int duplicateVariant(int row); ///< its row
    int addContender(const lab::Contender &contender); ///< its row
    void removeVariant(int row);
    void makeBaseline(int row); ///< it becomes the first
    void renameVariant(int row, const QString &label);
    void setDifference(int row, const QString &path, const QJsonValue &value);
    void removeDifference(int row, const QString &path);
    void replaceVariants(const QList<lab::Variant> &variants, const QString &what);

Q_SIGNALS:
    void loaded(); ///< everything is another one; changed() follows
    void changed();

private:
    friend class ChangeDraftCommand;

    void edit(LabChoice next, const QString &what, const QString &field);
    void editVariants(const QList<lab::Variant> &variants, const QString &what, const QString &field = {});
    void apply(const std::optional<LabChoice> &choice);
    int insertAfter(int row, const lab::Variant &variant, const QString &what);
    QString unusedId(const QString &wish) const;

    QUndoStack &m_history;
    std::optional<LabChoice> m_choice;
    bool m_isEdited = false;
};

} // namespace servelab::ui
